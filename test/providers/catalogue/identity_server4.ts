import { IdentityServer4 } from "../../../src/providers/identity_server4.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: IdentityServer4,
  options: { issuer: "https://login.example.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://login.example.com",
    authorization_endpoint: "https://login.example.com/connect/authorize",
    token_endpoint: "https://login.example.com/connect/token",
    userinfo_endpoint: "https://login.example.com/connect/userinfo",
    jwks_uri: "https://login.example.com/.well-known/openid-configuration/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://login.example.com/connect/token", auth: "basic" },
  claims: {
    sub: "88421113",
    auth_time: 1893455990,
    idp: "local",
    amr: ["pwd"],
  },
  profile: [{
    request: "GET https://login.example.com/connect/userinfo",
    json: {
      sub: "88421113",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada@example.com",
      email_verified: true,
      website: "https://ada.example.com",
    },
  }],
  user: {
    id: "88421113",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
