import { Osso } from "../../../src/providers/osso.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Osso,
  options: { issuer: "https://osso.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://osso.example.com/oauth/token",
    auth: "basic",
    json: { access_token: "access-token-1", token_type: "bearer", expires_in: 600 },
  },
  profile: [{
    request: "GET https://osso.example.com/oauth/me",
    json: {
      email: "ada@example.com",
      id: "0b4c1ad4-6a4f-4c6f-9d1b-6c1b7f0f2c11",
      idp: "Okta",
      requested: { domain: "example.com", email: null },
    },
  }],
  user: {
    id: "0b4c1ad4-6a4f-4c6f-9d1b-6c1b7f0f2c11",
    name: null,
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
