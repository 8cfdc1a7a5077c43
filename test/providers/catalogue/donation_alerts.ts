import { DonationAlerts } from "../../../src/providers/donation_alerts.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: DonationAlerts,
  token: { request: "POST https://www.donationalerts.com/oauth/token", auth: "post" },
  profile: [{
    request: "GET https://www.donationalerts.com/api/v1/user/oauth",
    json: {
      data: {
        id: 181510,
        code: "countess",
        name: "Ada Lovelace",
        avatar: "https://img.example/ada.png",
        email: "ada@example.com",
      },
    },
  }],
  user: { ...ADA, id: "181510", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
