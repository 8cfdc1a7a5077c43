import { Atlassian } from "../../../src/providers/atlassian.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Atlassian,
  token: {
    request: "POST https://auth.atlassian.com/oauth/token",
    auth: "post",
    json: { ...BEARER, scope: "read:me" },
  },
  profile: [{
    request: "GET https://api.atlassian.com/me",
    json: {
      account_id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
      email: "ada@example.com",
      name: "Ada Lovelace",
      picture: "https://avatar-management.example.com/0867a421/48",
      nickname: "countess",
    },
  }],
  user: {
    ...ADA,
    id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
    verified: false,
    image: "https://avatar-management.example.com/0867a421/48",
  },
} satisfies ProviderCase;
