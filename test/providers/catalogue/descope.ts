import { Descope } from "../../../src/providers/descope.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Descope,
  metadata: {
    issuer: "https://api.descope.com/client-1",
    authorization_endpoint: "https://api.descope.com/oauth2/v1/authorize",
    token_endpoint: "https://api.descope.com/oauth2/v1/token",
    userinfo_endpoint: "https://api.descope.com/oauth2/v1/userinfo",
    jwks_uri: "https://api.descope.com/client-1/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic" },
  claims: {
    sub: "U2abcDEFghIJ",
    amr: ["email"],
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: { ...ADA, id: "U2abcDEFghIJ", verified: true, image: "https://cdn.example.com/ada.png" },
} satisfies ProviderCase;
