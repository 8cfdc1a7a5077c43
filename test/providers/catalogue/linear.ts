import { Linear } from "../../../src/providers/linear.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Linear,
  token: {
    request: "POST https://api.linear.app/oauth/token",
    auth: "post",
    json: { ...BEARER, scope: "read" },
  },
  profile: [{
    request: "POST https://api.linear.app/graphql",
    headers: { authorization: "Bearer access-token-1", "content-type": "application/json" },
    body: '{"query":"{ viewer { id name displayName email avatarUrl active } }"}',
    json: {
      data: {
        viewer: {
          id: "2b1e1815-9c4f-4b3c-a2d3-6f1c2b8a5a10",
          name: "Ada Lovelace",
          displayName: "countess",
          email: "ada@example.com",
          avatarUrl: "https://public.linear.app/avatars/ada.png",
          active: true,
        },
      },
    },
  }],
  user: {
    ...ADA,
    id: "2b1e1815-9c4f-4b3c-a2d3-6f1c2b8a5a10",
    verified: false,
    image: "https://public.linear.app/avatars/ada.png",
  },
} satisfies ProviderCase;
