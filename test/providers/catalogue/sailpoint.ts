import { SailPoint } from "../../../src/providers/sailpoint.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: SailPoint,
  options: { tenant: "acme" },
  required: ["tenant"],
  token: {
    request: "POST https://acme.api.identitynow.com/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      refresh_token: "refresh-token-1",
      expires_in: 749,
      scope: "sp:scopes:all",
      tenant_id: "8ad2e2b1-1f0f-4a53-9c2b-8d3c1a2b3c4d",
      pod: "se01-useast1",
      strong_auth_supported: true,
      org: "acme",
      identity_id: "2c91808568c529c60168cca6f90c1313",
      user_name: "ada.lovelace",
      strong_auth: false,
      jti: "1b2c3d4e-0000-4000-8000-000000000000",
    },
  },
  profile: [{
    request: "GET https://acme.api.identitynow.com/oauth/userinfo",
    json: {
      tenant: "acme",
      id: "2c91808568c529c60168cca6f90c1313",
      uid: "ada.lovelace",
      email: "ada@example.com",
      phone: null,
      workPhone: null,
      firstname: "Ada",
      lastname: "Lovelace",
      capabilities: [],
    },
  }],
  user: {
    id: "2c91808568c529c60168cca6f90c1313",
    name: "ada.lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
