import { AzureADB2C } from "../../../src/providers/azure_ad_b2c.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
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
  token: {
    request:
      "POST https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/b2c_1_signin/oauth2/v2.0/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      not_before: 1893456000,
      expires_in: 3600,
      expires_on: 1893459600,
      resource: "client-1",
      profile_info: "eyJ2ZXIiOiIxLjAifQ",
      scope: "client-1 openid profile",
    },
  },
  claims: {
    ver: "1.0",
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
  user: {
    id: "884408e1-2918-4cz0-b12d-3aa027d7563b",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
