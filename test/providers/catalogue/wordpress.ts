import { WordPress } from "../../../src/providers/wordpress.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: WordPress,
  token: {
    request: "POST https://public-api.wordpress.com/oauth2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      blog_id: null,
      token_type: "bearer",
      scope: "auth",
    },
  },
  profile: [{
    request: "GET https://public-api.wordpress.com/rest/v1/me",
    json: {
      ID: 78972699,
      display_name: "Ada Lovelace",
      username: "countess",
      email: "ada@example.com",
      primary_blog: 53424024,
      avatar_URL: "https://img.example/ada.png",
      profile_URL: "https://gravatar.example.com/countess",
      verified: true,
      email_verified: true,
    },
  }],
  user: { ...ADA, id: "78972699", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
