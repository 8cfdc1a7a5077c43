import { FusionAuth } from "../../../src/providers/fusionauth.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: FusionAuth,
  options: { issuer: "https://auth.example.com", tenantId: "d7d09513-a3f5-401c-9685-34ab6c552453" },
  required: ["issuer"],
  discovery:
    "https://auth.example.com/.well-known/openid-configuration?tenantId=d7d09513-a3f5-401c-9685-34ab6c552453",
  metadata: server(
    "https://auth.example.com",
    "/oauth2/authorize /oauth2/token /.well-known/jwks.json /oauth2/userinfo",
    { id_token_signing_alg_values_supported: ["ES256", "HS256", "RS256"] },
  ),
  token: {
    auth: "basic",
    json: {
      ...BEARER,
      scope: "openid offline_access email profile",
      userId: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    },
  },
  claims: {
    sub: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    applicationId: "client-1",
    given_name: "Ada",
    family_name: "Lovelace",
    preferred_username: "ada",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
    scope: "openid offline_access email profile",
    sid: "51a1",
  },
  user: {
    ...ADA,
    id: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
} satisfies ProviderCase;
