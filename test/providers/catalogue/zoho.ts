import { Zoho } from "../../../src/providers/zoho.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Zoho,
  response: { location: "us", "accounts-server": "https://accounts.zoho.com" },
  token: {
    request: "POST https://accounts.zoho.com/oauth/v2/token",
    auth: "post",
    json: { ...BEARER, scope: "AaaServer.profile.Read" },
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
  user: { ...ADA, id: "10052736", verified: false },
} satisfies ProviderCase;
