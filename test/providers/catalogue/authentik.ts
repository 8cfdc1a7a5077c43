import { Authentik } from "../../../src/providers/authentik.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
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
  token: {
    request: "POST https://auth.example.com/application/o/token/",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      scope: "openid profile email",
      expires_in: 300,
    },
  },
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
    groups: ["authentik Admins"],
    azp: "client-1",
    uid: "x7",
  },
  user: {
    id: "5b1f0a3d9c7e",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
