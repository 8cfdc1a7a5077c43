import { LinkedIn } from "../../../src/providers/linkedin.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: LinkedIn,
  token: {
    request: "POST https://www.linkedin.com/oauth/v2/accessToken",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 5183999,
      scope: "email,openid,profile",
      token_type: "Bearer",
      id_token: "not-read",
    },
  },
  profile: [{
    request: "GET https://api.linkedin.com/v2/userinfo",
    json: {
      sub: "782bbtaQ",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      picture: "https://media.licdn-ei.com/dms/image/ada",
      locale: { country: "GB", language: "en" },
      email: "ada@example.com",
      email_verified: true,
    },
  }],
  user: {
    id: "782bbtaQ",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://media.licdn-ei.com/dms/image/ada",
  },
};

export default provider;
