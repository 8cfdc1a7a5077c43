import { Paybin } from "../../../src/providers/paybin.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Paybin,
  metadata: {
    issuer: "https://idp.paybin.io",
    authorization_endpoint: "https://idp.paybin.io/oauth2/authorize",
    token_endpoint: "https://idp.paybin.io/oauth2/token",
    jwks_uri: "https://idp.paybin.io/oauth2/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://idp.paybin.io/oauth2/token", auth: "post" },
  claims: {
    sub: "user-1815",
    preferred_username: "ada",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
  },
  user: {
    id: "user-1815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
