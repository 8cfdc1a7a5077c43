import { MyAnimeList } from "../../../src/providers/myanimelist.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: MyAnimeList,
  token: {
    request: "POST https://myanimelist.net/v1/oauth2/token",
    auth: "basic",
    json: {
      token_type: "Bearer",
      expires_in: 2678400,
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.myanimelist.net/v2/users/@me",
    json: {
      id: 7654321,
      name: "adalovelace",
      picture: "https://cdn.example.com/images/userimages/7654321.jpg?t=1700000000",
      gender: "female",
      location: "London",
      joined_at: "2015-03-03T11:52:02+00:00",
    },
  }],
  user: {
    id: "7654321",
    name: "adalovelace",
    email: null,
    verified: false,
    image: "https://cdn.example.com/images/userimages/7654321.jpg?t=1700000000",
  },
};

export default provider;
