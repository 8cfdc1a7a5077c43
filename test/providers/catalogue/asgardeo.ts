import { Asgardeo } from "../../../src/providers/asgardeo.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Asgardeo,
  options: { issuer: "https://api.asgardeo.io/t/acme/oauth2/token" },
  required: ["issuer"],
  metadata: {
    issuer: "https://api.asgardeo.io/t/acme/oauth2/token",
    authorization_endpoint: "https://api.asgardeo.io/t/acme/oauth2/authorize",
    token_endpoint: "https://api.asgardeo.io/t/acme/oauth2/token",
    userinfo_endpoint: "https://api.asgardeo.io/t/acme/oauth2/userinfo",
    jwks_uri: "https://api.asgardeo.io/t/acme/oauth2/jwks",
  },
  token: { auth: "basic", json: { ...BEARER, scope: "email openid profile" } },
  claims: {
    sub: "8a6f1a5e-6c0a-4a6b-8f0e-2f5b9e9f0c11",
    azp: "client-1",
    amr: ["BasicAuthenticator"],
    org_id: "0c2e",
    org_name: "acme",
    given_name: "Ada",
    family_name: "Lovelace",
    username: "ada",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: {
    ...ADA,
    id: "8a6f1a5e-6c0a-4a6b-8f0e-2f5b9e9f0c11",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
} satisfies ProviderCase;
