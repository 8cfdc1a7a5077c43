import { OneLogin } from "../../../src/providers/onelogin.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: OneLogin,
  options: { issuer: "https://acme.onelogin.com/oidc/2" },
  required: ["issuer"],
  metadata: server("https://acme.onelogin.com/oidc/2", "/auth /token /certs /me", {
    id_token_signing_alg_values_supported: ["HS256", "RS256", "PS256"],
  }),
  token: { auth: "basic" },
  claims: {
    sub: "36665288",
    email: "ada@example.com",
    preferred_username: "ada",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
  },
  user: { ...ADA, id: "36665288", verified: false },
} satisfies ProviderCase;
