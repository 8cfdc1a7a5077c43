import { Gumroad } from "../../../src/providers/gumroad.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Gumroad,
  token: {
    request: "POST https://api.gumroad.com/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "Bearer", scope: "view_profile" },
  },
  profile: [{
    request: "GET https://api.gumroad.com/v2/user",
    json: {
      success: true,
      user: {
        name: "Ada Lovelace",
        twitter_handle: null,
        user_id: "G_-mnBf9b1j9A7a4ub4nFQ==",
        email: "ada@example.com",
        url: "https://countess.gumroad.com",
        profile_url: "https://img.example/ada.png",
      },
    },
  }],
  user: { ...ADA, id: "G_-mnBf9b1j9A7a4ub4nFQ==", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
