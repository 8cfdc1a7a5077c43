import { Mailchimp } from "../../../src/providers/mailchimp.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: Mailchimp,
  token: {
    request: "POST https://login.mailchimp.com/oauth2/token",
    auth: "post",
    json: { access_token: "access-token-1", expires_in: 0, scope: null },
  },
  profile: [{
    request: "GET https://login.mailchimp.com/oauth2/metadata",
    headers: { authorization: "OAuth access-token-1" },
    json: {
      accountname: "Analytical Engine",
      user_id: 185218,
      login: {
        email: "ada@example.com",
        avatar: "https://gallery.mailchimp.com/ada.png",
        login_id: 181510,
        login_name: "countess",
        login_email: "ada@example.com",
      },
    },
  }],
  user: {
    id: "181510",
    name: "Analytical Engine",
    email: "ada@example.com",
    verified: false,
    image: "https://gallery.mailchimp.com/ada.png",
  },
} satisfies ProviderCase;
