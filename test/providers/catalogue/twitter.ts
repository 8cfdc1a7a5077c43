import { Twitter } from "../../../src/providers/twitter.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Twitter,
  token: {
    request: "POST https://api.x.com/2/oauth2/token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", scope: "users.read tweet.read offline.access" },
  },
  profile: [{
    request: "GET https://api.x.com/2/users/me?user.fields=profile_image_url",
    json: {
      data: {
        id: "2244994945",
        name: "Ada Lovelace",
        username: "adalovelace",
        profile_image_url: "https://img.example/ada.png",
      },
    },
  }],
  user: { ...ADA, id: "2244994945", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
