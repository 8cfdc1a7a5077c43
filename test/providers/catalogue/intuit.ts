import { Intuit } from "../../../src/providers/intuit.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Intuit,
  response: { realmId: "1234567890" },
  token: {
    request: "POST https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", refresh_token: "refresh-token-1" },
  },
  jwks: "https://oauth.platform.intuit.com/op/v1/jwks",
  claims: { nonce: undefined, sub: "1182d6ec-2a1f-4aa3-af3f-bb3b95db45af", realmid: "1234567890" },
  profile: [{
    request: "GET https://accounts.platform.intuit.com/v1/openid_connect/userinfo",
    json: {
      sub: "1182d6ec-2a1f-4aa3-af3f-bb3b95db45af",
      givenName: "Ada",
      familyName: "Lovelace",
      email: "ada@example.com",
      emailVerified: true,
      phoneNumberVerified: false,
    },
  }],
  user: { ...ADA, id: "1182d6ec-2a1f-4aa3-af3f-bb3b95db45af", verified: true },
} satisfies ProviderCase;
