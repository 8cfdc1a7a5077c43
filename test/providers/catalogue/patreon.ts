import { Patreon } from "../../../src/providers/patreon.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Patreon,
  token: {
    request: "POST https://www.patreon.com/api/oauth2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      expires_in: 2678400,
      scope: "identity identity[email]",
      token_type: "Bearer",
    },
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
  user: {
    id: "32187",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://c10.example.com/4/p/user/32187/1",
  },
};

export default provider;
