import { Dribbble } from "../../../src/providers/dribbble.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Dribbble,
  token: {
    request: "POST https://dribbble.com/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      scope: "public",
      created_at: 1443451918,
    },
  },
  profile: [{
    request: "GET https://api.dribbble.com/v2/user",
    json: {
      id: 1815,
      name: "Ada Lovelace",
      login: "countess",
      html_url: "https://dribbble.com/countess",
      avatar_url: "https://cdn.dribbble.com/users/1815/avatars/normal/ada.jpg",
      bio: 'Notes on the <a href="https://engine.example.com">engine</a>.',
      location: "London",
      links: { web: "https://engine.example.com" },
      can_upload_shot: true,
      pro: true,
      followers_count: 29262,
      created_at: "2009-07-08T02:51:22Z",
      type: "User",
      teams: [],
    },
  }],
  user: {
    id: "1815",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://cdn.dribbble.com/users/1815/avatars/normal/ada.jpg",
  },
};

export default provider;
