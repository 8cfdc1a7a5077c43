import { Dribbble } from "../../../src/providers/dribbble.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Dribbble,
  token: {
    request: "POST https://dribbble.com/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "bearer", scope: "public" },
  },
  profile: [{
    request: "GET https://api.dribbble.com/v2/user",
    json: {
      id: 1815,
      name: "Ada Lovelace",
      login: "countess",
      html_url: "https://dribbble.com/countess",
      avatar_url: "https://img.example/ada.png",
      type: "User",
    },
  }],
  user: { ...ADA, id: "1815", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
