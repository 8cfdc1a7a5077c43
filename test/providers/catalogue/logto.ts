import { Logto } from "../../../src/providers/logto.ts";
import { BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Logto,
  options: { issuer: "https://acme.logto.app/oidc" },
  required: ["issuer"],
  metadata: server("https://acme.logto.app/oidc", "/auth /token /jwks /me", {
    id_token_signing_alg_values_supported: ["ES384", "RS256"],
  }),
  token: { auth: "basic", json: { ...BEARER, scope: "openid offline_access profile email" } },
  claims: {
    sub: "1w4xbqkp8z2v",
    name: null,
    username: "ada",
    picture: "https://cdn.example.com/ada.png",
    email: "ada@example.com",
    email_verified: true,
    sid: "s1",
  },
  user: {
    id: "1w4xbqkp8z2v",
    name: "ada",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
} satisfies ProviderCase;
