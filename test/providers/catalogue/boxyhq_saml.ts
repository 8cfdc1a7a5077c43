import { BoxyHQSAML } from "../../../src/providers/boxyhq_saml.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: BoxyHQSAML,
  options: { issuer: "https://sso.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://sso.example.com/api/oauth/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer" },
  },
  profile: [{
    request: "GET https://sso.example.com/api/oauth/userinfo",
    json: {
      id: "00u3e3cmpdDydXdzV5d7",
      email: "ada@example.com",
      firstName: "Ada",
      lastName: "Lovelace",
      raw: { "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "ada@example.com" },
      requested: { tenant: "engine.example.com", product: "crm", client_id: "client-1" },
    },
  }],
  user: { ...ADA, id: "00u3e3cmpdDydXdzV5d7", verified: false },
} satisfies ProviderCase;
