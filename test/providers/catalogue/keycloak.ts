import { Keycloak } from "../../../src/providers/keycloak.ts";
import { ADA, BEARER, PERSON, type ProviderCase } from "../_catalogue.ts";

const REALM = "https://sso.example.com/realms/staff";

export default {
  create: Keycloak,
  options: { issuer: `${REALM}/` },
  required: ["issuer"],
  metadata: {
    issuer: REALM,
    authorization_endpoint: `${REALM}/protocol/openid-connect/auth`,
    token_endpoint: `${REALM}/protocol/openid-connect/token`,
    userinfo_endpoint: `${REALM}/protocol/openid-connect/userinfo`,
    jwks_uri: `${REALM}/protocol/openid-connect/certs`,
    id_token_signing_alg_values_supported: ["PS384", "RS256", "ES256", "HS256"],
  },
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email" } },
  claims: {
    sub: "f1f3b1c2-5d2c-4c43-9a1e-7c1a2a1f0b9d",
    azp: "client-1",
    auth_time: 1893455990,
    sid: "3f6b2c0e-8f5a-4b8e-9a57-2f3c1d0e4b6a",
    ...PERSON,
    preferred_username: "ada",
  },
  user: { ...ADA, id: "f1f3b1c2-5d2c-4c43-9a1e-7c1a2a1f0b9d", verified: true },
} satisfies ProviderCase;
