import { Authentik } from "../../../src/providers/authentik.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Authentik,
  options: { issuer: "https://auth.example.com/application/o/shop" },
  required: ["issuer"],
  metadata: {
    issuer: "https://auth.example.com/application/o/shop/",
    authorization_endpoint: "https://auth.example.com/application/o/authorize/",
    token_endpoint: "https://auth.example.com/application/o/token/",
    userinfo_endpoint: "https://auth.example.com/application/o/userinfo/",
    jwks_uri: "https://auth.example.com/application/o/shop/jwks/",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email" } },
  claims: {
    sub: "5b1f0a3d9c7e",
    auth_time: 1893455990,
    acr: "goauthentik.io/providers/oauth2/default",
    amr: ["pwd"],
    sid: "9c1d",
    email: "ada@example.com",
    email_verified: true,
    name: "Ada Lovelace",
    given_name: "Ada Lovelace",
    preferred_username: "ada",
    nickname: "ada",
    azp: "client-1",
    uid: "x7",
  },
  user: { ...ADA, id: "5b1f0a3d9c7e", verified: true },
} satisfies ProviderCase;
