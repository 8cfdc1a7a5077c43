import { ZITADEL } from "../../../src/providers/zitadel.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: ZITADEL,
  options: { issuer: "https://acme-1.zitadel.cloud" },
  required: ["issuer"],
  metadata: server(
    "https://acme-1.zitadel.cloud",
    "/oauth/v2/authorize /oauth/v2/token /oauth/v2/keys /oidc/v1/userinfo",
    { id_token_signing_alg_values_supported: ["EdDSA", "RS256", "ES256"] },
  ),
  token: { auth: "basic" },
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
      ...PERSON,
      preferred_username: "ada@engines.acme-1.zitadel.cloud",
    },
  }],
  user: { ...ADA, id: "165460784409782323", verified: true },
} satisfies ProviderCase;
