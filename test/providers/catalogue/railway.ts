import { Railway } from "../../../src/providers/railway.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Railway,
  response: { iss: "https://backboard.railway.com/oauth" },
  token: {
    request: "POST https://backboard.railway.com/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 3600,
      id_token: "not-verified",
      scope: "openid email profile",
      token_type: "Bearer",
    },
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
    id: "4f5e6d7c-8b9a-4012-8345-67890abcdef0",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://avatars.example.com/u/1?v=4",
  },
};

export default provider;
