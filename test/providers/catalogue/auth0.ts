import { Auth0 } from "../../../src/providers/auth0.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Auth0,
  options: { issuer: "https://example.eu.auth0.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://example.eu.auth0.com/",
    authorization_endpoint: "https://example.eu.auth0.com/authorize",
    token_endpoint: "https://example.eu.auth0.com/oauth/token",
    userinfo_endpoint: "https://example.eu.auth0.com/userinfo",
    jwks_uri: "https://example.eu.auth0.com/.well-known/jwks.json",
  },
  token: { request: "POST https://example.eu.auth0.com/oauth/token", auth: "basic" },
  claims: {
    sub: "auth0|6487d1",
    nickname: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: {
    id: "auth0|6487d1",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
