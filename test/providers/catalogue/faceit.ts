import { FACEIT } from "../../../src/providers/faceit.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: FACEIT,
  token: {
    request: "POST https://api.faceit.com/auth/v1/oauth/token",
    auth: "basic",
    json: { ...BEARER, scope: "openid email profile", id_token: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk" },
  },
  profile: [{
    request: "GET https://api.faceit.com/auth/v1/resources/userinfo",
    json: {
      iss: "https://api.faceit.com/auth",
      aud: "client-1",
      guid: "7d2b4f9a-1815-4c4e-9d5c-0b8a3f6f5a10",
      nickname: "countess",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada@example.com",
      picture: "https://assets.faceit-cdn.net/avatars/ada.jpg",
    },
  }],
  user: {
    id: "7d2b4f9a-1815-4c4e-9d5c-0b8a3f6f5a10",
    name: "countess",
    email: "ada@example.com",
    verified: false,
    image: "https://assets.faceit-cdn.net/avatars/ada.jpg",
  },
} satisfies ProviderCase;
