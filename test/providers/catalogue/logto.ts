import { Logto } from "../../../src/providers/logto.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Logto,
  options: { issuer: "https://acme.logto.app/oidc" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme.logto.app/oidc",
    authorization_endpoint: "https://acme.logto.app/oidc/auth",
    token_endpoint: "https://acme.logto.app/oidc/token",
    userinfo_endpoint: "https://acme.logto.app/oidc/me",
    jwks_uri: "https://acme.logto.app/oidc/jwks",
    id_token_signing_alg_values_supported: ["ES384", "RS256"],
  },
  token: {
    request: "POST https://acme.logto.app/oidc/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 3600,
      scope: "openid offline_access profile email",
      token_type: "Bearer",
    },
  },
  claims: {
    sub: "1w4xbqkp8z2v",
    name: null,
    username: "ada",
    picture: "https://cdn.example.com/ada.png",
    updated_at: 1767225600000,
    created_at: 1767225600000,
    email: "ada@example.com",
    email_verified: true,
    sid: "s1",
  },
  user: {
    id: "1w4xbqkp8z2v",
    name: "ada",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
