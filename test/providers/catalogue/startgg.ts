import { Startgg } from "../../../src/providers/startgg.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

const query =
  '{ currentUser { id slug name email player { gamerTag } images(type: \\"profile\\") { url } } }';

export default {
  create: Startgg,
  token: {
    request: "POST https://api.start.gg/oauth/access_token",
    auth: "post",
    params: { scope: "user.identity user.email" },
    json: { ...BEARER, scope: "user.identity user.email" },
  },
  profile: [{
    request: "POST https://api.start.gg/gql/alpha",
    headers: { authorization: "Bearer access-token-1", "content-type": "application/json" },
    body: `{"query":"${query}"}`,
    json: {
      data: {
        currentUser: {
          id: 1815,
          slug: "user/07dc1b39",
          name: "",
          email: "ada@example.com",
          player: { gamerTag: "Ada" },
          images: [{ url: "https://images.example.com/images/user/1815/image-1.png" }],
        },
      },
    },
  }],
  user: {
    id: "1815",
    name: "Ada",
    email: "ada@example.com",
    verified: false,
    image: "https://images.example.com/images/user/1815/image-1.png",
  },
} satisfies ProviderCase;
