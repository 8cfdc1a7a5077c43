import { Netlify } from "../../../src/providers/netlify.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Netlify,
  token: {
    request: "POST https://api.netlify.com/oauth/token",
    auth: "basic",
    json: { access_token: "access-token-1", token_type: "Bearer" },
  },
  profile: [{
    request: "GET https://api.netlify.com/api/v1/user",
    json: {
      id: "5b0d1a2b3c4d5e6f70819203",
      uid: null,
      full_name: "Ada Lovelace",
      avatar_url: "https://img.example/ada.png",
      email: "ada@example.com",
    },
  }],
  user: { ...ADA, id: "5b0d1a2b3c4d5e6f70819203", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
