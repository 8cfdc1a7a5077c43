import { DuendeIdentityServer6 } from "../../../src/providers/duende_identity_server6.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: DuendeIdentityServer6,
  options: { issuer: "https://demo.duendesoftware.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://demo.duendesoftware.com",
    authorization_endpoint: "https://demo.duendesoftware.com/connect/authorize",
    token_endpoint: "https://demo.duendesoftware.com/connect/token",
    userinfo_endpoint: "https://demo.duendesoftware.com/connect/userinfo",
    jwks_uri: "https://demo.duendesoftware.com/.well-known/openid-configuration/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://demo.duendesoftware.com/connect/token", auth: "basic" },
  claims: {
    sub: "11",
    auth_time: 1893455990,
    idp: "local",
    amr: ["pwd"],
    sid: "F2A9",
  },
  profile: [{
    request: "GET https://demo.duendesoftware.com/connect/userinfo",
    json: {
      sub: "11",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada@example.com",
      email_verified: true,
      website: "https://ada.example.com",
    },
  }],
  user: {
    id: "11",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
