import { Vipps } from "../../../src/providers/vipps.ts";
import { ADA, BEARER, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Vipps,
  metadata: server(
    "https://api.vipps.no/access-management-1.0/access/",
    "/oauth2/auth /oauth2/token /.well-known/jwks.json https://api.vipps.no/vipps-userinfo-api/userinfo",
  ),
  token: { auth: "basic", json: { ...BEARER, scope: "openid name email", token_type: "bearer" } },
  claims: {
    sub: "c06c4afe-d9e1-4c5d-939a-177d752a0944",
    sid: "c2b9",
    acr: "urn:vipps:login",
    amr: ["app"],
  },
  profile: [{
    request: "GET https://api.vipps.no/vipps-userinfo-api/userinfo",
    json: {
      sub: "c06c4afe-d9e1-4c5d-939a-177d752a0944",
      sid: "c2b9",
      ...PERSON,
    },
  }],
  user: { ...ADA, id: "c06c4afe-d9e1-4c5d-939a-177d752a0944", verified: true },
} satisfies ProviderCase;
