import { Shikimori } from "../../../src/providers/shikimori.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Shikimori,
  token: {
    request: "POST https://shikimori.one/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 86400,
      refresh_token: "refresh-token-1",
      scope: "user_rates",
      created_at: 1700000000,
    },
  },
  profile: [{
    request: "GET https://shikimori.one/api/users/whoami",
    json: {
      id: 23456789,
      nickname: "ada_1815",
      avatar: "https://desu.example.com/uploads/x48/1.png",
      image: { x160: "https://desu.example.com/uploads/x160/1.png" },
      last_online_at: "2024-01-01T00:00:00.000+03:00",
      url: "https://shikimori.example.com/ada_1815",
      name: null,
      sex: "female",
      website: null,
      birth_on: null,
      full_years: null,
      locale: "ru",
    },
  }],
  user: {
    id: "23456789",
    name: "ada_1815",
    email: null,
    verified: false,
    image: "https://desu.example.com/uploads/x48/1.png",
  },
};

export default provider;
