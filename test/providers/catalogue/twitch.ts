import { Twitch } from "../../../src/providers/twitch.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Twitch,
  metadata: {
    issuer: "https://id.twitch.tv/oauth2",
    authorization_endpoint: "https://id.twitch.tv/oauth2/authorize",
    token_endpoint: "https://id.twitch.tv/oauth2/token",
    userinfo_endpoint: "https://id.twitch.tv/oauth2/userinfo",
    jwks_uri: "https://id.twitch.tv/oauth2/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  response: { scope: "openid user:read:email" },
  token: {
    request: "POST https://id.twitch.tv/oauth2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 14124,
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
};

export default provider;
