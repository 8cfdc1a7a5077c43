import { Trakt } from "../../../src/providers/trakt.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Trakt,
  token: {
    request: "POST https://auth.trakt.tv/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 86400,
      refresh_token: "refresh-token-1",
      scope: "public",
      created_at: 1700000000,
    },
  },
  profile: [{
    request: "GET https://api.trakt.tv/users/settings",
    headers: {
      authorization: "Bearer access-token-1",
      "trakt-api-version": "2",
      "trakt-api-key": "client-1",
    },
    json: {
      user: {
        username: "ada.l",
        private: false,
        name: "Ada Lovelace",
        vip: true,
        vip_ep: false,
        ids: { slug: "ada-l", uuid: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c" },
        joined_at: "2010-09-25T17:49:25.000Z",
        location: "London",
        about: null,
        gender: "female",
        age: 36,
        images: {
          avatar: { full: "https://walter.example.com/images/users/000/000/001/avatars/large/1.jpg" },
        },
      },
      account: { timezone: "Europe/London", time_24hr: true },
    },
  }],
  user: {
    id: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://walter.example.com/images/users/000/000/001/avatars/large/1.jpg",
  },
};

export default provider;
