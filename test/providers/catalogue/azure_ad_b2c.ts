import { AzureADB2C } from "../../../src/providers/azure_ad_b2c.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: AzureADB2C,
  options: {
    issuer: "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/B2C_1_signin/v2.0",
  },
  required: ["issuer"],
  discovery:
    "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/B2C_1_signin/v2.0/.well-known/openid-configuration",
  metadata: {
    issuer: "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0/",
    authorization_endpoint:
      "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/b2c_1_signin/oauth2/v2.0/authorize",
    token_endpoint:
      "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/b2c_1_signin/oauth2/v2.0/token",
    jwks_uri:
      "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/b2c_1_signin/discovery/v2.0/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic", json: { ...BEARER, scope: "client-1 openid profile" } },
  claims: {
    sub: "884408e1-2918-4cz0-b12d-3aa027d7563b",
    oid: "884408e1-2918-4cz0-b12d-3aa027d7563b",
    auth_time: 1893455990,
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    emails: ["ada@example.com"],
    email_verified: true,
    tfp: "B2C_1_signin",
  },
  user: { ...ADA, id: "884408e1-2918-4cz0-b12d-3aa027d7563b", verified: false },
} satisfies ProviderCase;
