import { Zoho } from "../../../src/providers/zoho.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Zoho,
  response: { location: "us", "accounts-server": "https://accounts.zoho.com" },
  token: {
    request: "POST https://accounts.zoho.com/oauth/v2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      scope: "AaaServer.profile.Read",
      api_domain: "https://www.zohoapis.com",
      token_type: "Bearer",
      expires_in: 3600,
    },
  },
  profile: [{
    request: "GET https://accounts.zoho.com/oauth/user/info",
    json: {
      First_Name: "Ada",
      Email: "ada@example.com",
      Last_Name: "Lovelace",
      Display_Name: "countess",
      ZUID: 10052736,
    },
  }],
  user: { id: "10052736", name: "Ada Lovelace", email: "ada@example.com", verified: false, image: null },
};

export default provider;
