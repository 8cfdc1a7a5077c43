import { Twitter } from "../../../src/providers/twitter.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Twitter,
  token: {
    request: "POST https://api.x.com/2/oauth2/token",
    auth: "basic",
    json: {
      token_type: "bearer",
      expires_in: 7200,
      access_token: "access-token-1",
      scope: "users.read tweet.read offline.access",
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.x.com/2/users/me?user.fields=profile_image_url",
    json: {
      data: {
        id: "2244994945",
        name: "Ada Lovelace",
        username: "adalovelace",
        profile_image_url: "https://pbs.example.com/profile_images/1283786620521652229/1_normal.jpg",
      },
    },
  }],
  user: {
    id: "2244994945",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://pbs.example.com/profile_images/1283786620521652229/1_normal.jpg",
  },
};

export default provider;
