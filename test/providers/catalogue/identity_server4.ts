import { IdentityServer4 } from "../../../src/providers/identity_server4.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: IdentityServer4,
  options: { issuer: "https://login.example.com" },
  required: ["issuer"],
  metadata: server(
    "https://login.example.com",
    "/connect/authorize /connect/token /.well-known/openid-configuration/jwks /connect/userinfo",
  ),
  token: { auth: "basic" },
  claims: { sub: "88421113", auth_time: 1893455990, amr: ["pwd"] },
  profile: [{
    request: "GET https://login.example.com/connect/userinfo",
    json: {
      sub: "88421113",
      ...PERSON,
      website: "https://ada.example.com",
    },
  }],
  user: { ...ADA, id: "88421113", verified: true },
} satisfies ProviderCase;
