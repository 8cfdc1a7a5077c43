import { BoxyHQSAML } from "../../../src/providers/boxyhq_saml.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: BoxyHQSAML,
  options: { issuer: "https://sso.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://sso.example.com/api/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "bearer", expires_in: 300 },
  },
  profile: [{
    request: "GET https://sso.example.com/api/oauth/userinfo",
    json: {
      id: "00u3e3cmpdDydXdzV5d7",
      email: "ada@example.com",
      firstName: "Ada",
      lastName: "Lovelace",
      roles: ["admin"],
      groups: ["analysts"],
      raw: { "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "ada@example.com" },
      requested: { tenant: "engine.example.com", product: "crm", client_id: "client-1", state: "state-1" },
    },
  }],
  user: {
    id: "00u3e3cmpdDydXdzV5d7",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
