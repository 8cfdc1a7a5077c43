import { OryHydra } from "../../../src/providers/ory_hydra.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: OryHydra,
  module: "ory-hydra",
  options: { issuer: "https://hydra.example.com" },
  required: ["issuer"],
  metadata: server(
    "https://hydra.example.com/",
    "/oauth2/auth /oauth2/token /.well-known/jwks.json /userinfo",
  ),
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email", token_type: "bearer" } },
  claims: {
    sub: "c5fbb2c0-6c2b-4d5e-8d7a-0a5b2a4f3c11",
    amr: ["pwd"],
    auth_time: 1893455990,
    sid: "9b0a",
    name: "Ada Lovelace",
    email: "ada@example.com",
  },
  user: { ...ADA, id: "c5fbb2c0-6c2b-4d5e-8d7a-0a5b2a4f3c11", verified: false },
} satisfies ProviderCase;
