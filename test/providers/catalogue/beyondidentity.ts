import { BeyondIdentity } from "../../../src/providers/beyondidentity.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: BeyondIdentity,
  options: { issuer: "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003" },
  required: ["issuer"],
  metadata: server(
    "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003",
    "/authorize /token /.well-known/jwks.json /userinfo",
  ),
  token: { auth: "basic" },
  claims: {
    sub: "3d2c1b0a",
    name: "Ada Lovelace",
    preferred_username: "ada",
    email: "ada@example.com",
  },
  user: { ...ADA, id: "3d2c1b0a", verified: false },
} satisfies ProviderCase;
