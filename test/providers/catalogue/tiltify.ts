import { Tiltify } from "../../../src/providers/tiltify.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Tiltify,
  token: {
    request: "POST https://v5api.tiltify.com/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      created_at: "2024-01-01T00:00:00Z",
      expires_in: 7200,
      refresh_token: "refresh-token-1",
      scope: "public",
      token_type: "bearer",
    },
  },
  profile: [{
    request: "GET https://v5api.tiltify.com/api/public/current-user",
    headers: { authorization: "Bearer access-token-1", "client-id": "client-1" },
    json: {
      data: {
        id: "a4fd5207-bd9f-4712-920a-85f8d92cf4e6",
        description: "For engines",
        url: "/@ada-lovelace",
        username: "AdaLovelace",
        slug: "ada-lovelace",
        avatar: {
          width: 200,
          alt: "My image",
          src: "https://assets.example.com/uploads/1.jpeg",
          height: 200,
        },
        social: { discord: null, twitch: "adatv", website: null },
        legacy_id: 1234,
        total_amount_raised: { value: "182.32", currency: "USD" },
      },
    },
  }],
  user: {
    id: "a4fd5207-bd9f-4712-920a-85f8d92cf4e6",
    name: "AdaLovelace",
    email: null,
    verified: false,
    image: "https://assets.example.com/uploads/1.jpeg",
  },
};

export default provider;
