import { SimpleLogin } from "../../../src/providers/simplelogin.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: SimpleLogin,
  metadata: {
    issuer: "https://app.simplelogin.io",
    authorization_endpoint: "https://app.simplelogin.io/oauth2/authorize",
    token_endpoint: "https://app.simplelogin.io/oauth2/token",
    userinfo_endpoint: "https://app.simplelogin.io/oauth2/userinfo",
    jwks_uri: "https://app.simplelogin.io/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://app.simplelogin.io/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 3600,
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
      client: "Engines",
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
      avatar_url: "https://sl-prod.example.com/ada.png",
    },
  }],
  user: {
    id: "1815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://sl-prod.example.com/ada.png",
  },
};

export default provider;
