import { Kinde } from "../../../src/providers/kinde.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Kinde,
  options: { issuer: "https://acme.kinde.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme.kinde.com",
    authorization_endpoint: "https://acme.kinde.com/oauth2/auth",
    token_endpoint: "https://acme.kinde.com/oauth2/token",
    userinfo_endpoint: "https://acme.kinde.com/oauth2/v2/user_profile",
    jwks_uri: "https://acme.kinde.com/.well-known/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://acme.kinde.com/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 86399,
      scope: "openid profile email",
      token_type: "bearer",
    },
  },
  claims: {
    sub: "kp_5d1f0a2b",
    auth_time: 1893455990,
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
    org_codes: ["org_1"],
    updated_at: 1767225600,
  },
  user: {
    id: "kp_5d1f0a2b",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
