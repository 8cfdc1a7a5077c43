import { Kick } from "../../../src/providers/kick.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: Kick,
  token: {
    request: "POST https://id.kick.com/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "Bearer", scope: "user:read" },
  },
  profile: [{
    request: "GET https://api.kick.com/public/v1/users",
    json: {
      data: [{
        email: "ada@example.com",
        name: "AdaLovelace",
        profile_picture: "https://files.kick.com/images/user/181510/profile_image/ada.webp",
        user_id: 181510,
      }],
      message: "OK",
    },
  }],
  user: {
    id: "181510",
    name: "AdaLovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://files.kick.com/images/user/181510/profile_image/ada.webp",
  },
} satisfies ProviderCase;
