import { MailRu } from "../../../src/providers/mailru.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: MailRu,
  token: {
    request: "POST https://oauth.mail.ru/token",
    auth: "basic",
    json: { access_token: "access-token-1" },
  },
  profile: [{
    request: "GET https://oauth.mail.ru/userinfo?access_token=access-token-1",
    headers: { authorization: null },
    json: {
      id: "1815185218151852",
      client_id: "client-1",
      name: "Ada Lovelace",
      nickname: "countess",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      image: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "1815185218151852", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
