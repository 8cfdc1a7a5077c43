import { Shikimori } from "../../../src/providers/shikimori.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Shikimori,
  token: {
    request: "POST https://shikimori.one/oauth/token",
    auth: "post",
    json: { ...BEARER, scope: "user_rates" },
  },
  profile: [{
    request: "GET https://shikimori.one/api/users/whoami",
    json: {
      id: 23456789,
      nickname: "ada_1815",
      avatar: "https://desu.example.com/uploads/x48/1.png",
      image: {},
      url: "https://shikimori.example.com/ada_1815",
      name: null,
    },
  }],
  user: {
    id: "23456789",
    name: "ada_1815",
    email: null,
    verified: false,
    image: "https://desu.example.com/uploads/x48/1.png",
  },
} satisfies ProviderCase;
