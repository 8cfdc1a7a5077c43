import { Instagram } from "../../../src/providers/instagram.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Instagram,
  token: {
    request: "POST https://api.instagram.com/oauth/access_token",
    auth: "post",
    json: {
      data: [{ access_token: "access-token-1", user_id: "17841405793181500" }],
    },
  },
  profile: [{
    request: "GET https://graph.instagram.com/me?fields=" +
      "id%2Cuser_id%2Cusername%2Cname%2Caccount_type%2Cprofile_picture_url",
    json: {
      id: "9032181518151852",
      user_id: "17841405793181500",
      username: "countess",
      name: "Ada Lovelace",
      account_type: "BUSINESS",
      profile_picture_url: "https://scontent.cdninstagram.com/v/ada.jpg",
    },
  }],
  user: {
    ...ADA,
    id: "9032181518151852",
    email: null,
    verified: false,
    image: "https://scontent.cdninstagram.com/v/ada.jpg",
  },
} satisfies ProviderCase;
