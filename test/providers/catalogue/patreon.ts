import { Patreon } from "../../../src/providers/patreon.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Patreon,
  token: {
    request: "POST https://www.patreon.com/api/oauth2/token",
    auth: "post",
    json: { ...BEARER, scope: "identity identity[email]" },
  },
  profile: [{
    request: "GET https://www.patreon.com/api/oauth2/v2/identity" +
      "?fields%5Buser%5D=email%2Cfull_name%2Cimage_url%2Cis_email_verified",
    json: {
      data: {
        attributes: {
          email: "ada@example.com",
          full_name: "Ada Lovelace",
          image_url: "https://c10.example.com/4/p/user/32187/1",
          is_email_verified: true,
        },
        id: "32187",
        type: "user",
      },
      links: { self: "https://www.patreon.com/api/oauth2/v2/user/32187" },
    },
  }],
  user: { ...ADA, id: "32187", verified: true, image: "https://c10.example.com/4/p/user/32187/1" },
} satisfies ProviderCase;
