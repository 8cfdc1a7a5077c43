import { Frontegg } from "../../../src/providers/frontegg.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Frontegg,
  options: { issuer: "https://app-acme.frontegg.com" },
  required: ["issuer"],
  jwks: "https://app-acme.frontegg.com/.well-known/jwks.json",
  token: { request: "POST https://app-acme.frontegg.com/oauth/token", auth: "basic" },
  claims: {
    iss: "https://app-acme.frontegg.com",
    sub: "3a1f0b6e",
    type: "userToken",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    metadata: {},
    roles: ["Admin"],
    permissions: ["fe.*"],
    tenantId: "a0b1",
    tenantIds: ["a0b1"],
    profilePictureUrl: "https://cdn.example.com/ada.png",
  },
  user: {
    id: "3a1f0b6e",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
