import { Descope } from "../../../src/providers/descope.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Descope,
  metadata: {
    issuer: "https://api.descope.com/client-1",
    authorization_endpoint: "https://api.descope.com/oauth2/v1/authorize",
    token_endpoint: "https://api.descope.com/oauth2/v1/token",
    userinfo_endpoint: "https://api.descope.com/oauth2/v1/userinfo",
    jwks_uri: "https://api.descope.com/client-1/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://api.descope.com/oauth2/v1/token", auth: "basic" },
  claims: {
    sub: "U2abcDEFghIJ",
    amr: ["email"],
    drn: "DS",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: {
    id: "U2abcDEFghIJ",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
