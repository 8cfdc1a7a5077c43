import { LinkedIn } from "../../../src/providers/linkedin.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: LinkedIn,
  token: {
    request: "POST https://www.linkedin.com/oauth/v2/accessToken",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 5183999,
      scope: "email,openid,profile",
      token_type: "Bearer",
    },
  },
  metadata: {
    issuer: "https://www.linkedin.com/oauth",
    authorization_endpoint: "https://www.linkedin.com/oauth/v2/authorization",
    token_endpoint: "https://www.linkedin.com/oauth/v2/accessToken",
    userinfo_endpoint: "https://api.linkedin.com/v2/userinfo",
    jwks_uri: "https://www.linkedin.com/oauth/openid/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  claims: {
    nonce: undefined,
    sub: "782bbtaQ",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    picture: "https://media.licdn-ei.com/dms/image/ada",
    locale: "en_GB",
    email: "ada@example.com",
    email_verified: "true",
  },
  user: {
    id: "782bbtaQ",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://media.licdn-ei.com/dms/image/ada",
  },
};

export default provider;
