import { MicrosoftEntraId } from "../../../src/providers/microsoft_entra_id.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

const AUTHORITY = "https://login.microsoftonline.com";
const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";

export default {
  create: MicrosoftEntraId,
  discovery: `${AUTHORITY}/common/v2.0/.well-known/openid-configuration`,
  metadata: {
    issuer: `${AUTHORITY}/{tenantid}/v2.0`,
    authorization_endpoint: `${AUTHORITY}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${AUTHORITY}/common/oauth2/v2.0/token`,
    userinfo_endpoint: "https://graph.microsoft.com/oidc/userinfo",
    jwks_uri: `${AUTHORITY}/common/discovery/v2.0/keys`,
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email" } },
  claims: {
    iss: `${AUTHORITY}/${TENANT}/v2.0`,
    sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    tid: TENANT,
    oid: "00000000-0000-0000-66f3-3332eca7ea81",
    name: "Ada Lovelace",
    preferred_username: "ada@contoso.example",
    email: "ada@example.com",
    xms_edov: true,
  },
  user: { ...ADA, id: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", verified: true },
} satisfies ProviderCase;
