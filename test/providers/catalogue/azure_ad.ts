import { AzureAD } from "../../../src/providers/azure_ad.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: AzureAD,
  options: { tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47" },
  metadata: {
    issuer: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
    authorization_endpoint:
      "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/oauth2/v2.0/authorize",
    token_endpoint:
      "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/oauth2/v2.0/token",
    userinfo_endpoint: "https://graph.microsoft.com/oidc/userinfo",
    jwks_uri: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/discovery/v2.0/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic" },
  claims: {
    sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    tid: "72f988bf-86f1-41af-91ab-2d7cd011db47",
    oid: "00000000-0000-0000-66f3-3332eca7ea81",
    name: "Ada Lovelace",
    preferred_username: "ada@contoso.example",
    email: "ada@example.com",
    email_verified: true,
  },
  user: { ...ADA, id: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", verified: false },
} satisfies ProviderCase;
