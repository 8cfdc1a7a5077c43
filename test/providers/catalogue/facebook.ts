import { Facebook } from "../../../src/providers/facebook.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Facebook,
  token: {
    request: "POST https://graph.facebook.com/v24.0/oauth/access_token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "bearer", expires_in: 5183944 },
  },
  profile: [{
    request: "GET https://graph.facebook.com/v24.0/me?fields=id%2Cname%2Cemail%2Cpicture",
    json: {
      id: "10218151852127700",
      name: "Ada Lovelace",
      email: "ada@example.com",
      picture: {
        data: {
          height: 50,
          is_silhouette: false,
          url: "https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=10218151852127700",
          width: 50,
        },
      },
    },
  }],
  user: {
    id: "10218151852127700",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=10218151852127700",
  },
};

export default provider;
