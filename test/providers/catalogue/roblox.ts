import { Roblox } from "../../../src/providers/roblox.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Roblox,
  algorithm: "ES256",
  metadata: server("https://apis.roblox.com/oauth/", "/v1/authorize /v1/token /v1/certs /v1/userinfo", {
    id_token_signing_alg_values_supported: ["ES256"],
  }),
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile" } },
  claims: {
    sub: "1516563360",
    name: "Ada Lovelace",
    nickname: "Ada Lovelace",
    preferred_username: "countess1815",
    profile: "https://www.roblox.com/users/1516563360/profile",
    picture: "https://img.example/ada.png",
  },
  user: { ...ADA, id: "1516563360", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
