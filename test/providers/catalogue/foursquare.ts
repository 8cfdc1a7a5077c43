import { Foursquare } from "../../../src/providers/foursquare.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Foursquare,
  options: { apiVersion: "20240501" },
  token: {
    request: "POST https://foursquare.com/oauth2/access_token",
    auth: "post",
    json: { access_token: "access-token-1" },
  },
  profile: [{
    request: "GET https://api.foursquare.com/v2/users/self?v=20240501&oauth_token=access-token-1",
    headers: { authorization: null },
    json: {
      meta: { code: 200 },
      notifications: [{ type: "notificationTray" }],
      response: {
        user: {
          id: "1815",
          firstName: "Ada",
          lastName: "Lovelace",
          canonicalUrl: "https://foursquare.com/user/1815",
          photo: { prefix: "https://fastly.4sqi.net/img/user/", suffix: "/1815-HZTDZ20ZAKZTDZ.png" },
          contact: { email: "ada@example.com", verifiedPhone: "false" },
        },
      },
    },
  }],
  user: {
    ...ADA,
    id: "1815",
    verified: false,
    image: "https://fastly.4sqi.net/img/user/original/1815-HZTDZ20ZAKZTDZ.png",
  },
} satisfies ProviderCase;
