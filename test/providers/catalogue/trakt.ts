import { Trakt } from "../../../src/providers/trakt.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Trakt,
  token: {
    request: "POST https://auth.trakt.tv/oauth/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer", refresh_token: "refresh-token-1", scope: "public" },
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
        name: "Ada Lovelace",
        ids: { slug: "ada-l", uuid: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c" },
        images: {
          avatar: { full: "https://walter.example.com/images/users/000/000/001/avatars/large/1.jpg" },
        },
      },
    },
  }],
  user: {
    ...ADA,
    id: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c",
    email: null,
    verified: false,
    image: "https://walter.example.com/images/users/000/000/001/avatars/large/1.jpg",
  },
} satisfies ProviderCase;
