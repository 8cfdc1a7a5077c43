import { Twitch } from "../../../src/providers/twitch.ts";
import { BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Twitch,
  metadata: server("https://id.twitch.tv/oauth2", "/authorize /token /keys /userinfo"),
  response: { scope: "openid user:read:email" },
  token: {
    auth: "post",
    json: {
      ...BEARER,
      refresh_token: "refresh-token-1",
      scope: ["openid", "user:read:email"],
      token_type: "bearer",
    },
  },
  claims: {
    sub: "713936733",
    azp: "client-1",
    preferred_username: "AdaLovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://static-cdn.jtvnw.net/jtv_user_pictures/ada-300x300.png",
  },
  user: {
    id: "713936733",
    name: "AdaLovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://static-cdn.jtvnw.net/jtv_user_pictures/ada-300x300.png",
  },
} satisfies ProviderCase;
