import { Yandex } from "../../../src/providers/yandex.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Yandex,
  response: { cid: "flnz3n8j" },
  token: {
    request: "POST https://oauth.yandex.ru/token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", scope: "login:info login:email login:avatar" },
  },
  profile: [{
    request: "GET https://login.yandex.ru/info?format=json",
    headers: { authorization: "OAuth access-token-1" },
    json: {
      id: "1000034426",
      login: "countess",
      client_id: "client-1",
      display_name: "countess",
      real_name: "Ada Lovelace",
      first_name: "Ada",
      last_name: "Lovelace",
      default_email: "ada@example.com",
      emails: ["ada@example.com"],
      default_avatar_id: "131652443",
      is_avatar_empty: false,
      psuid: "1.AAceCw.tbHgw5DtJ9_zeqPrk-Ba2w.qPWSRC5v2t2IaksPJgnge",
    },
  }],
  user: {
    id: "1000034426",
    name: "countess",
    email: "ada@example.com",
    verified: false,
    image: "https://avatars.yandex.net/get-yapic/131652443/islands-200",
  },
} satisfies ProviderCase;
