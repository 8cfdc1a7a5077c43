import { Linear } from "../../../src/providers/linear.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Linear,
  token: {
    request: "POST https://api.linear.app/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 86399,
      refresh_token: "refresh-token-1",
      scope: "read",
    },
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
    id: "2b1e1815-9c4f-4b3c-a2d3-6f1c2b8a5a10",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://public.linear.app/avatars/ada.png",
  },
};

export default provider;
