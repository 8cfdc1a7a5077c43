import { DonationAlerts } from "../../../src/providers/donation_alerts.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: DonationAlerts,
  token: {
    request: "POST https://www.donationalerts.com/oauth/token",
    auth: "post",
    json: {
      token_type: "Bearer",
      access_token: "access-token-1",
      expires_in: 7200,
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://www.donationalerts.com/api/v1/user/oauth",
    json: {
      data: {
        id: 181510,
        code: "countess",
        name: "Ada Lovelace",
        avatar: "https://static.donationalerts.ru/uploads/images/181510/ada.png",
        email: "ada@example.com",
        socket_connection_token: "yLqrJsfbj3BhXdDxNZTJ",
      },
    },
  }],
  user: {
    id: "181510",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://static.donationalerts.ru/uploads/images/181510/ada.png",
  },
};

export default provider;
