import { OryHydra } from "../../../src/providers/ory_hydra.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: OryHydra,
  module: "ory-hydra",
  options: { issuer: "https://hydra.example.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://hydra.example.com/",
    authorization_endpoint: "https://hydra.example.com/oauth2/auth",
    token_endpoint: "https://hydra.example.com/oauth2/token",
    userinfo_endpoint: "https://hydra.example.com/userinfo",
    jwks_uri: "https://hydra.example.com/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://hydra.example.com/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 3599,
      scope: "openid profile email",
      token_type: "bearer",
    },
  },
  claims: {
    sub: "c5fbb2c0-6c2b-4d5e-8d7a-0a5b2a4f3c11",
    amr: ["pwd"],
    auth_time: 1893455990,
    rat: 1893455980,
    sid: "9b0a",
    jti: "c1",
    name: "Ada Lovelace",
    email: "ada@example.com",
  },
  user: {
    id: "c5fbb2c0-6c2b-4d5e-8d7a-0a5b2a4f3c11",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
