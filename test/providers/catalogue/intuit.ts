import { Intuit } from "../../../src/providers/intuit.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Intuit,
  response: { realmId: "1234567890" },
  token: {
    request: "POST https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
    auth: "basic",
    json: {
      x_refresh_token_expires_in: 8726400,
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
    },
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
      phoneNumber: "+1 5555550123",
      phoneNumberVerified: false,
      address: { streetAddress: "1 Main St.", locality: "London", country: "GB" },
    },
  }],
  user: {
    id: "1182d6ec-2a1f-4aa3-af3f-bb3b95db45af",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
