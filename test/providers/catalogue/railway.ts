import { Railway } from "../../../src/providers/railway.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Railway,
  response: { iss: "https://backboard.railway.com/oauth" },
  token: {
    request: "POST https://backboard.railway.com/oauth/token",
    auth: "basic",
    json: { ...BEARER, id_token: "not-verified", scope: "openid email profile" },
  },
  profile: [{
    request: "GET https://backboard.railway.com/oauth/me",
    json: {
      sub: "4f5e6d7c-8b9a-4012-8345-67890abcdef0",
      email: "ada@example.com",
      name: "Ada Lovelace",
      picture: "https://avatars.example.com/u/1?v=4",
    },
  }],
  user: {
    ...ADA,
    id: "4f5e6d7c-8b9a-4012-8345-67890abcdef0",
    verified: false,
    image: "https://avatars.example.com/u/1?v=4",
  },
} satisfies ProviderCase;
