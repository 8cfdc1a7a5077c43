import { PingId } from "../../../src/providers/ping_id.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: PingId,
  options: { issuer: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as" },
  required: ["issuer"],
  metadata: {
    issuer: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as",
    authorization_endpoint: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/authorize",
    token_endpoint: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/token",
    userinfo_endpoint: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/userinfo",
    jwks_uri: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/token",
    auth: "basic",
  },
  claims: {
    sub: "c9f0a1b2-3d4e-4f56-8a7b-9c0d1e2f3a4b",
    auth_time: 1893455990,
    acr: "Single_Factor",
    amr: ["pwd"],
    sid: "x1",
  },
  profile: [{
    request: "GET https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as/userinfo",
    json: {
      sub: "c9f0a1b2-3d4e-4f56-8a7b-9c0d1e2f3a4b",
      preferred_username: "ada",
      given_name: "Ada",
      family_name: "Lovelace",
      name: "Ada Lovelace",
      email: "ada@example.com",
      updated_at: 1767225600,
    },
  }],
  user: {
    id: "c9f0a1b2-3d4e-4f56-8a7b-9c0d1e2f3a4b",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
