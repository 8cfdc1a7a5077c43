import { Todoist } from "../../../src/providers/todoist.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Todoist,
  token: {
    request: "POST https://todoist.com/oauth/access_token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "Bearer" },
  },
  profile: [{
    request: "GET https://api.todoist.com/api/v1/user",
    json: {
      activated_user: false,
      avatar_big: "https://avatars.example.com/b0a5dc_big.jpg",
      avatar_medium: "https://avatars.example.com/b0a5dc_medium.jpg",
      business_account_id: "1",
      email: "ada@example.com",
      full_name: "Ada Lovelace",
      has_password: true,
      id: "2671355",
      is_premium: true,
      verification_status: "verified",
    },
  }],
  user: { ...ADA, id: "2671355", verified: true, image: "https://avatars.example.com/b0a5dc_big.jpg" },
} satisfies ProviderCase;
