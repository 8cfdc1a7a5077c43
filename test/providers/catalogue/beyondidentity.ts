import { BeyondIdentity } from "../../../src/providers/beyondidentity.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: BeyondIdentity,
  options: { issuer: "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003" },
  required: ["issuer"],
  metadata: {
    issuer: "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003",
    authorization_endpoint:
      "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003/authorize",
    token_endpoint: "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003/token",
    userinfo_endpoint:
      "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003/userinfo",
    jwks_uri:
      "https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://auth-us.beyondidentity.com/v1/tenants/0001/realms/0002/applications/0003/token",
    auth: "basic",
  },
  claims: {
    sub: "3d2c1b0a",
    name: "Ada Lovelace",
    preferred_username: "ada",
    email: "ada@example.com",
  },
  user: {
    id: "3d2c1b0a",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
