import { Pinterest } from "../../../src/providers/pinterest.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Pinterest,
  token: {
    request: "POST https://api.pinterest.com/v5/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      response_type: "authorization_code",
      token_type: "bearer",
      expires_in: 2592000,
      refresh_token_expires_in: 31536000,
      scope: "user_accounts:read",
    },
  },
  profile: [{
    request: "GET https://api.pinterest.com/v5/user_account",
    json: {
      account_type: "PINNER",
      id: "2783136121146311751",
      profile_image: "https://i.example.com/60x60_RS/58/ad/a1.jpg",
      website_url: "",
      username: "adalovelace",
      about: "",
      business_name: null,
      board_count: 14,
      pin_count: 339,
      follower_count: 10,
      following_count: 347,
      monthly_views: 163,
    },
  }],
  user: {
    id: "2783136121146311751",
    name: "adalovelace",
    email: null,
    verified: false,
    image: "https://i.example.com/60x60_RS/58/ad/a1.jpg",
  },
};

export default provider;
