import { FusionAuth } from "../../../src/providers/fusionauth.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: FusionAuth,
  options: { issuer: "https://auth.example.com", tenantId: "d7d09513-a3f5-401c-9685-34ab6c552453" },
  required: ["issuer"],
  discovery:
    "https://auth.example.com/.well-known/openid-configuration?tenantId=d7d09513-a3f5-401c-9685-34ab6c552453",
  metadata: {
    issuer: "https://auth.example.com",
    authorization_endpoint: "https://auth.example.com/oauth2/authorize",
    token_endpoint: "https://auth.example.com/oauth2/token",
    userinfo_endpoint: "https://auth.example.com/oauth2/userinfo",
    jwks_uri: "https://auth.example.com/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["ES256", "HS256", "RS256"],
  },
  token: {
    request: "POST https://auth.example.com/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
      scope: "openid offline_access email profile",
      token_type: "Bearer",
      userId: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    },
  },
  claims: {
    sub: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    applicationId: "client-1",
    authenticationType: "PASSWORD",
    given_name: "Ada",
    family_name: "Lovelace",
    preferred_username: "ada",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://cdn.example.com/ada.png",
    roles: ["admin"],
    tid: "d7d09513-a3f5-401c-9685-34ab6c552453",
    scope: "openid offline_access email profile",
    sid: "51a1",
  },
  user: {
    id: "3b6d2f70-4821-4694-ac89-60333c9c4165",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
};

export default provider;
