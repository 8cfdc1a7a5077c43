import { Pinterest } from "../../../src/providers/pinterest.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Pinterest,
  token: {
    request: "POST https://api.pinterest.com/v5/oauth/token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", scope: "user_accounts:read" },
  },
  profile: [{
    request: "GET https://api.pinterest.com/v5/user_account",
    json: {
      id: "2783136121146311751",
      profile_image: "https://i.example.com/60x60_RS/58/ad/a1.jpg",
      username: "adalovelace",
    },
  }],
  user: {
    id: "2783136121146311751",
    name: "adalovelace",
    email: null,
    verified: false,
    image: "https://i.example.com/60x60_RS/58/ad/a1.jpg",
  },
} satisfies ProviderCase;
