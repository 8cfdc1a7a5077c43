import { ZITADEL } from "../../../src/providers/zitadel.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: ZITADEL,
  options: { issuer: "https://acme-1.zitadel.cloud" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme-1.zitadel.cloud",
    authorization_endpoint: "https://acme-1.zitadel.cloud/oauth/v2/authorize",
    token_endpoint: "https://acme-1.zitadel.cloud/oauth/v2/token",
    userinfo_endpoint: "https://acme-1.zitadel.cloud/oidc/v1/userinfo",
    jwks_uri: "https://acme-1.zitadel.cloud/oauth/v2/keys",
    id_token_signing_alg_values_supported: ["EdDSA", "RS256", "ES256"],
  },
  token: {
    request: "POST https://acme-1.zitadel.cloud/oauth/v2/token",
    auth: "basic",
    json: { access_token: "access-token-1", token_type: "Bearer", expires_in: 43199 },
  },
  claims: {
    sub: "165460784409782323",
    amr: ["pwd"],
    azp: "client-1",
    auth_time: 1893455990,
    client_id: "client-1",
    sid: "V1_1",
  },
  profile: [{
    request: "GET https://acme-1.zitadel.cloud/oidc/v1/userinfo",
    json: {
      sub: "165460784409782323",
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      locale: "en",
      preferred_username: "ada@engines.acme-1.zitadel.cloud",
      email: "ada@example.com",
      email_verified: true,
      updated_at: 1767225600,
    },
  }],
  user: {
    id: "165460784409782323",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
