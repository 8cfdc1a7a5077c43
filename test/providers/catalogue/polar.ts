import { Polar } from "../../../src/providers/polar.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Polar,
  token: {
    request: "POST https://api.polar.sh/v1/oauth2/token",
    auth: "post",
    json: {
      token_type: "Bearer",
      access_token: "polar_at_1",
      scope: "openid profile email",
      id_token: "not-read",
    },
  },
  profile: [{
    request: "GET https://api.polar.sh/v1/oauth2/userinfo",
    headers: { authorization: "Bearer polar_at_1" },
    json: {
      sub: "d0a1c1b2-54f3-4a58-8b2b-6f3e1f2d4c5b",
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
    },
  }],
  user: { ...ADA, id: "d0a1c1b2-54f3-4a58-8b2b-6f3e1f2d4c5b", verified: true },
} satisfies ProviderCase;
