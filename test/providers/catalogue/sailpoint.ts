import { SailPoint } from "../../../src/providers/sailpoint.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: SailPoint,
  options: { tenant: "acme" },
  required: ["tenant"],
  token: {
    request: "POST https://acme.api.identitynow.com/oauth/token",
    auth: "post",
    json: {
      ...BEARER,
      token_type: "bearer",
      scope: "sp:scopes:all",
      tenant_id: "8ad2e2b1-1f0f-4a53-9c2b-8d3c1a2b3c4d",
      identity_id: "2c91808568c529c60168cca6f90c1313",
      user_name: "ada.lovelace",
    },
  },
  profile: [{
    request: "GET https://acme.api.identitynow.com/oauth/userinfo",
    json: {
      tenant: "acme",
      id: "2c91808568c529c60168cca6f90c1313",
      uid: "ada.lovelace",
      email: "ada@example.com",
      firstname: "Ada",
      lastname: "Lovelace",
    },
  }],
  user: { ...ADA, id: "2c91808568c529c60168cca6f90c1313", name: "ada.lovelace", verified: false },
} satisfies ProviderCase;
