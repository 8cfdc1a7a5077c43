import { MailRu } from "../../../src/providers/mailru.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: MailRu,
  token: {
    request: "POST https://oauth.mail.ru/token",
    auth: "basic",
    json: { expires_in: 3600, refresh_token: "refresh-token-1", access_token: "access-token-1" },
  },
  profile: [{
    request: "GET https://oauth.mail.ru/userinfo?access_token=access-token-1",
    headers: { authorization: null },
    json: {
      id: "1815185218151852",
      client_id: "client-1",
      gender: "f",
      name: "Ada Lovelace",
      nickname: "countess",
      locale: "ru_RU",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      birthday: "10.12.1990",
      image: "https://filin.mail.ru/pic?d=ada&width=180&height=180",
    },
  }],
  user: {
    id: "1815185218151852",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://filin.mail.ru/pic?d=ada&width=180&height=180",
  },
};

export default provider;
