import { Passage } from "../../../src/providers/passage.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Passage,
  options: { issuer: "https://acme.withpassage.com" },
  required: ["issuer"],
  metadata: {
    issuer: "https://acme.withpassage.com",
    authorization_endpoint: "https://acme.withpassage.com/authorize",
    token_endpoint: "https://acme.withpassage.com/token",
    userinfo_endpoint: "https://acme.withpassage.com/userinfo",
    jwks_uri: "https://acme.withpassage.com/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://acme.withpassage.com/token", auth: "basic" },
  claims: {
    sub: "jKzVmYb1xQ",
    client_id: "client-1",
    azp: "client-1",
    auth_time: 1893455990,
    email: "ada@example.com",
    email_verified: true,
    phone: "",
    phone_number_verified: false,
  },
  user: {
    id: "jKzVmYb1xQ",
    name: null,
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
