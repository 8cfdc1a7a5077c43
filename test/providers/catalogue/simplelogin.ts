import { SimpleLogin } from "../../../src/providers/simplelogin.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: SimpleLogin,
  metadata: server("https://app.simplelogin.io", "/oauth2/authorize /oauth2/token /jwks /oauth2/userinfo"),
  token: {
    auth: "basic",
    json: {
      ...BEARER,
      scope: "openid profile email",
      user: { id: 1815, sub: "1815", name: "Ada Lovelace", email: "ada@example.com" },
    },
  },
  claims: {
    nonce: undefined,
    sub: "1815",
    email: "ada@example.com",
    email_verified: true,
    name: "Ada Lovelace",
  },
  profile: [{
    request: "GET https://app.simplelogin.io/oauth2/userinfo",
    json: {
      id: 1815,
      sub: "1815",
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
      avatar_url: "https://sl-prod.example.com/ada.png",
    },
  }],
  user: { ...ADA, id: "1815", verified: true, image: "https://sl-prod.example.com/ada.png" },
} satisfies ProviderCase;
