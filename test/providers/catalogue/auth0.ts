import { Auth0 } from "../../../src/providers/auth0.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
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
  token: { auth: "basic" },
  claims: {
    sub: "auth0|6487d1",
    nickname: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: { ...ADA, id: "auth0|6487d1", verified: true, image: "https://cdn.example.com/ada.png" },
} satisfies ProviderCase;
