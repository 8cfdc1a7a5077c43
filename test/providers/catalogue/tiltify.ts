import { Tiltify } from "../../../src/providers/tiltify.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Tiltify,
  token: {
    request: "POST https://v5api.tiltify.com/oauth/token",
    auth: "post",
    json: { ...BEARER, scope: "public", token_type: "bearer" },
  },
  profile: [{
    request: "GET https://v5api.tiltify.com/api/public/current-user",
    headers: { authorization: "Bearer access-token-1", "client-id": "client-1" },
    json: {
      data: {
        id: "a4fd5207-bd9f-4712-920a-85f8d92cf4e6",
        url: "/@ada-lovelace",
        username: "AdaLovelace",
        slug: "ada-lovelace",
        avatar: { src: "https://assets.example.com/uploads/1.jpeg" },
        social: { twitch: "adatv" },
        legacy_id: 1234,
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
} satisfies ProviderCase;
