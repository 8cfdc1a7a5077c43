import { Passage } from "../../../src/providers/passage.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Passage,
  options: { issuer: "https://acme.withpassage.com" },
  required: ["issuer"],
  metadata: server("https://acme.withpassage.com", "/authorize /token /.well-known/jwks.json /userinfo"),
  token: { auth: "basic" },
  claims: {
    sub: "jKzVmYb1xQ",
    client_id: "client-1",
    azp: "client-1",
    auth_time: 1893455990,
    email: "ada@example.com",
    email_verified: true,
    phone_number_verified: false,
  },
  user: { ...ADA, id: "jKzVmYb1xQ", name: null, verified: true },
} satisfies ProviderCase;
