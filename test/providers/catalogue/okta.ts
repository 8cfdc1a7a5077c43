import { Okta } from "../../../src/providers/okta.ts";
import { ADA, BEARER, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Okta,
  options: { issuer: "https://acme.okta.com/oauth2/default" },
  required: ["issuer"],
  metadata: server("https://acme.okta.com/oauth2/default", "/v1/authorize /v1/token /v1/keys /v1/userinfo"),
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email" } },
  claims: { sub: "00uid4BxXw6I6TV4m0g3", ver: 1, amr: ["pwd"], auth_time: 1893455990 },
  profile: [{
    request: "GET https://acme.okta.com/oauth2/default/v1/userinfo",
    json: {
      sub: "00uid4BxXw6I6TV4m0g3",
      ...PERSON,
      preferred_username: "ada@example.com",
    },
  }],
  user: { ...ADA, id: "00uid4BxXw6I6TV4m0g3", verified: true },
} satisfies ProviderCase;
