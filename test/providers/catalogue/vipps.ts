import { Vipps } from "../../../src/providers/vipps.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Vipps,
  metadata: {
    issuer: "https://api.vipps.no/access-management-1.0/access/",
    authorization_endpoint: "https://api.vipps.no/access-management-1.0/access/oauth2/auth",
    token_endpoint: "https://api.vipps.no/access-management-1.0/access/oauth2/token",
    userinfo_endpoint: "https://api.vipps.no/vipps-userinfo-api/userinfo",
    jwks_uri: "https://api.vipps.no/access-management-1.0/access/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://api.vipps.no/access-management-1.0/access/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 3600,
      scope: "openid name email",
      token_type: "bearer",
    },
  },
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
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada@example.com",
      email_verified: true,
    },
  }],
  user: {
    id: "c06c4afe-d9e1-4c5d-939a-177d752a0944",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
