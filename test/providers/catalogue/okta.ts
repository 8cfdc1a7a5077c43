import { Okta } from "../../../src/providers/okta.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Okta,
  options: { issuer: "https://acme.okta.com/oauth2/default" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme.okta.com/oauth2/default",
    authorization_endpoint: "https://acme.okta.com/oauth2/default/v1/authorize",
    token_endpoint: "https://acme.okta.com/oauth2/default/v1/token",
    userinfo_endpoint: "https://acme.okta.com/oauth2/default/v1/userinfo",
    jwks_uri: "https://acme.okta.com/oauth2/default/v1/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://acme.okta.com/oauth2/default/v1/token",
    auth: "basic",
    json: {
      token_type: "Bearer",
      expires_in: 3600,
      access_token: "access-token-1",
      scope: "openid profile email",
    },
  },
  claims: {
    sub: "00uid4BxXw6I6TV4m0g3",
    ver: 1,
    jti: "ID.1",
    amr: ["pwd"],
    idp: "00o1",
    auth_time: 1893455990,
  },
  profile: [{
    request: "GET https://acme.okta.com/oauth2/default/v1/userinfo",
    json: {
      sub: "00uid4BxXw6I6TV4m0g3",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "ada@example.com",
      locale: "en-US",
      zoneinfo: "Europe/London",
      email: "ada@example.com",
      email_verified: true,
      updated_at: 1767225600,
    },
  }],
  user: {
    id: "00uid4BxXw6I6TV4m0g3",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
