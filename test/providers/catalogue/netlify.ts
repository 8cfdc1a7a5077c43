import { Netlify } from "../../../src/providers/netlify.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Netlify,
  token: {
    request: "POST https://api.netlify.com/oauth/token",
    auth: "basic",
    json: { access_token: "access-token-1", token_type: "Bearer", created_at: 1700000000 },
  },
  profile: [{
    request: "GET https://api.netlify.com/api/v1/user",
    json: {
      id: "5b0d1a2b3c4d5e6f70819203",
      uid: null,
      full_name: "Ada Lovelace",
      avatar_url: "https://avatars.example.com/u/1?v=4",
      email: "ada@example.com",
      affiliate_id: "",
      site_count: 3,
      created_at: "2018-05-29T09:13:31.000Z",
      last_login: "2024-01-01T12:00:00.000Z",
      login_providers: ["github"],
      onboarding_progress: { slides: "done" },
    },
  }],
  user: {
    id: "5b0d1a2b3c4d5e6f70819203",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://avatars.example.com/u/1?v=4",
  },
};

export default provider;
