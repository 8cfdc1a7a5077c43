import { MyAnimeList } from "../../../src/providers/myanimelist.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: MyAnimeList,
  token: { request: "POST https://myanimelist.net/v1/oauth2/token", auth: "basic" },
  profile: [{
    request: "GET https://api.myanimelist.net/v2/users/@me",
    json: {
      id: 7654321,
      name: "adalovelace",
      picture: "https://cdn.example.com/images/userimages/7654321.jpg?t=1700000000",
    },
  }],
  user: {
    id: "7654321",
    name: "adalovelace",
    email: null,
    verified: false,
    image: "https://cdn.example.com/images/userimages/7654321.jpg?t=1700000000",
  },
} satisfies ProviderCase;
