import { PingId } from "../../../src/providers/ping_id.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: PingId,
  options: { issuer: "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as" },
  required: ["issuer"],
  metadata: server(
    "https://auth.pingone.eu/2f1b9c0e-7a52-4c1e-9d3f-5b8a6e4d2c10/as",
    "/authorize /token /jwks /userinfo",
  ),
  token: { auth: "basic" },
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
    },
  }],
  user: { ...ADA, id: "c9f0a1b2-3d4e-4f56-8a7b-9c0d1e2f3a4b", verified: false },
} satisfies ProviderCase;
