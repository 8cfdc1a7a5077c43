import { Facebook } from "../../../src/providers/facebook.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Facebook,
  token: {
    request: "POST https://graph.facebook.com/v24.0/oauth/access_token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer" },
  },
  profile: [{
    request: "GET https://graph.facebook.com/v24.0/me?fields=id%2Cname%2Cemail%2Cpicture",
    json: {
      id: "10218151852127700",
      name: "Ada Lovelace",
      email: "ada@example.com",
      picture: {
        data: {
          url: "https://img.example/ada.png",
        },
      },
    },
  }],
  user: { ...ADA, id: "10218151852127700", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
