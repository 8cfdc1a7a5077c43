import { ClickUp } from "../../../src/providers/click_up.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: ClickUp,
  token: {
    request: "POST https://api.clickup.com/api/v2/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1" },
  },
  profile: [{
    request: "GET https://api.clickup.com/api/v2/user",
    json: {
      user: {
        id: 381815,
        username: "Ada Lovelace",
        email: "ada@example.com",
        profilePicture: "https://img.example/ada.png",
      },
    },
  }],
  user: { ...ADA, id: "381815", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
