import { Keycloak } from "../../../src/providers/keycloak.ts";
import type { ProviderCase } from "../_catalogue.ts";

const REALM = "https://sso.example.com/realms/staff";

const provider: ProviderCase = {
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
  token: {
    request: `POST ${REALM}/protocol/openid-connect/token`,
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 300,
      refresh_expires_in: 1800,
      refresh_token: "refresh-token-1",
      token_type: "Bearer",
      "not-before-policy": 0,
      session_state: "3f6b2c0e-8f5a-4b8e-9a57-2f3c1d0e4b6a",
      scope: "openid profile email",
    },
  },
  claims: {
    sub: "f1f3b1c2-5d2c-4c43-9a1e-7c1a2a1f0b9d",
    azp: "client-1",
    typ: "ID",
    auth_time: 1893455990,
    sid: "3f6b2c0e-8f5a-4b8e-9a57-2f3c1d0e4b6a",
    email_verified: true,
    name: "Ada Lovelace",
    preferred_username: "ada",
    given_name: "Ada",
    family_name: "Lovelace",
    email: "ada@example.com",
  },
  user: {
    id: "f1f3b1c2-5d2c-4c43-9a1e-7c1a2a1f0b9d",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
