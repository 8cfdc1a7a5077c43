import { ClickUp } from "../../../src/providers/click_up.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
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
        color: "#827718",
        profilePicture: "https://attachments.clickup.com/profilePictures/381815_Hkq.jpg",
        initials: "AL",
        week_start_day: 0,
        global_font_support: true,
        timezone: "Europe/London",
      },
    },
  }],
  user: {
    id: "381815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://attachments.clickup.com/profilePictures/381815_Hkq.jpg",
  },
};

export default provider;
