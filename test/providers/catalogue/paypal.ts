import { PayPal } from "../../../src/providers/paypal.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: PayPal,
  token: {
    request: "POST https://api-m.paypal.com/v1/oauth2/token",
    auth: "basic",
    json: {
      token_type: "Bearer",
      id_token: "not-verified",
      access_token: "access-token-1",
      nonce: "2024-01-01T00:00:00Z",
      scope: "openid profile email",
    },
  },
  profile: [{
    request: "GET https://api-m.paypal.com/v1/identity/oauth2/userinfo?schema=paypalv1.1",
    json: {
      user_id: "https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPxJRrhGHrnMJ",
      sub: "https://www.paypal.com/webapps/auth/identity/user/another",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      payer_id: "WDJJHEBZ4X2LY",
      verified_account: "true",
      emails: [
        { value: "countess@example.com", primary: false, confirmed: false },
        { value: "ada@example.com", primary: true, confirmed: true },
      ],
    },
  }],
  user: {
    ...ADA,
    id: "https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPxJRrhGHrnMJ",
    verified: true,
  },
} satisfies ProviderCase;
