import { Kinde } from "../../../src/providers/kinde.ts";
import { ADA, BEARER, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Kinde,
  options: { issuer: "https://acme.kinde.com" },
  required: ["issuer"],
  metadata: server(
    "https://acme.kinde.com",
    "/oauth2/auth /oauth2/token /.well-known/jwks /oauth2/v2/user_profile",
  ),
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email", token_type: "bearer" } },
  claims: {
    sub: "kp_5d1f0a2b",
    auth_time: 1893455990,
    ...PERSON,
    picture: "https://cdn.example.com/ada.png",
  },
  user: { ...ADA, id: "kp_5d1f0a2b", verified: true, image: "https://cdn.example.com/ada.png" },
} satisfies ProviderCase;
