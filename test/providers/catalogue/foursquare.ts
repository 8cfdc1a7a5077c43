import { Foursquare } from "../../../src/providers/foursquare.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
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
      meta: { code: 200, requestId: "59a45921351e3d43b07028b5" },
      notifications: [{ type: "notificationTray", item: { unreadCount: 0 } }],
      response: {
        user: {
          id: "1815",
          firstName: "Ada",
          lastName: "Lovelace",
          gender: "female",
          canonicalUrl: "https://foursquare.com/user/1815",
          photo: { prefix: "https://fastly.4sqi.net/img/user/", suffix: "/1815-HZTDZ20ZAKZTDZ.png" },
          relationship: "self",
          homeCity: "London",
          contact: { email: "ada@example.com", verifiedPhone: "false" },
          bio: "",
        },
      },
    },
  }],
  user: {
    id: "1815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://fastly.4sqi.net/img/user/original/1815-HZTDZ20ZAKZTDZ.png",
  },
};

export default provider;
