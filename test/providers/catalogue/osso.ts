import { Osso } from "../../../src/providers/osso.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Osso,
  options: { issuer: "https://osso.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://osso.example.com/oauth/token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer" },
  },
  profile: [{
    request: "GET https://osso.example.com/oauth/me",
    json: {
      email: "ada@example.com",
      id: "0b4c1ad4-6a4f-4c6f-9d1b-6c1b7f0f2c11",
      requested: { domain: "example.com", email: null },
    },
  }],
  user: { ...ADA, id: "0b4c1ad4-6a4f-4c6f-9d1b-6c1b7f0f2c11", name: null, verified: false },
} satisfies ProviderCase;
