import { LINE } from "../../../src/providers/line.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: LINE,
  metadata: {
    issuer: "https://access.line.me",
    authorization_endpoint: "https://access.line.me/oauth2/v2.1/authorize",
    token_endpoint: "https://api.line.me/oauth2/v2.1/token",
    userinfo_endpoint: "https://api.line.me/oauth2/v2.1/userinfo",
    jwks_uri: "https://api.line.me/oauth2/v2.1/certs",
    id_token_signing_alg_values_supported: ["ES256"],
  },
  algorithm: "HS256",
  token: {
    auth: "post",
    json: { ...BEARER, refresh_token: "refresh-token-1", scope: "profile openid email" },
  },
  claims: {
    sub: "U1234567890abcdef1234567890abcdef",
    amr: ["pwd"],
    name: "Ada Lovelace",
    picture: "https://profile.line-scdn.net/ada",
    email: "ada@example.com",
    email_verified: true,
  },
  user: {
    ...ADA,
    id: "U1234567890abcdef1234567890abcdef",
    verified: false,
    image: "https://profile.line-scdn.net/ada",
  },
} satisfies ProviderCase;
