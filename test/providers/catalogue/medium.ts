import { Medium } from "../../../src/providers/medium.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Medium,
  token: {
    request: "POST https://api.medium.com/v1/tokens",
    auth: "post",
    json: {
      token_type: "Bearer",
      access_token: "access-token-1",
      scope: ["basicProfile"],
      expires_at: 1444186800000,
    },
  },
  profile: [{
    request: "GET https://api.medium.com/v1/me",
    json: {
      data: {
        id: "5303d74c64f66366f00cb9b2a94f3251bf5",
        username: "countess",
        name: "Ada Lovelace",
        url: "https://medium.com/@countess",
        imageUrl: "https://cdn-images-1.medium.com/fit/c/400/400/ada.png",
      },
    },
  }],
  user: {
    ...ADA,
    id: "5303d74c64f66366f00cb9b2a94f3251bf5",
    email: null,
    verified: false,
    image: "https://cdn-images-1.medium.com/fit/c/400/400/ada.png",
  },
} satisfies ProviderCase;
