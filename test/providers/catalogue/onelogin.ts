import { OneLogin } from "../../../src/providers/onelogin.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: OneLogin,
  options: { issuer: "https://acme.onelogin.com/oidc/2" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme.onelogin.com/oidc/2",
    authorization_endpoint: "https://acme.onelogin.com/oidc/2/auth",
    token_endpoint: "https://acme.onelogin.com/oidc/2/token",
    userinfo_endpoint: "https://acme.onelogin.com/oidc/2/me",
    jwks_uri: "https://acme.onelogin.com/oidc/2/certs",
    id_token_signing_alg_values_supported: ["HS256", "RS256", "PS256"],
  },
  token: { request: "POST https://acme.onelogin.com/oidc/2/token", auth: "basic" },
  claims: {
    sub: "36665288",
    email: "ada@example.com",
    preferred_username: "ada",
    name: "Ada Lovelace",
    updated_at: 1767225600,
    given_name: "Ada",
    family_name: "Lovelace",
  },
  user: {
    id: "36665288",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
