import { DuendeIdentityServer6 } from "../../../src/providers/duende_identity_server6.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: DuendeIdentityServer6,
  options: { issuer: "https://demo.duendesoftware.com" },
  required: ["issuer"],
  metadata: server(
    "https://demo.duendesoftware.com",
    "/connect/authorize /connect/token /.well-known/openid-configuration/jwks /connect/userinfo",
  ),
  token: { auth: "basic" },
  claims: { sub: "11", auth_time: 1893455990, amr: ["pwd"], sid: "F2A9" },
  profile: [{
    request: "GET https://demo.duendesoftware.com/connect/userinfo",
    json: {
      sub: "11",
      ...PERSON,
      website: "https://ada.example.com",
    },
  }],
  user: { ...ADA, id: "11", verified: true },
} satisfies ProviderCase;
