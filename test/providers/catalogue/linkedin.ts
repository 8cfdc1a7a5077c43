import { LinkedIn } from "../../../src/providers/linkedin.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: LinkedIn,
  token: { auth: "post", json: { ...BEARER, scope: "email,openid,profile" } },
  metadata: server(
    "https://www.linkedin.com/oauth",
    "/v2/authorization /v2/accessToken /openid/jwks https://api.linkedin.com/v2/userinfo",
  ),
  claims: {
    nonce: undefined,
    sub: "782bbtaQ",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    picture: "https://media.licdn-ei.com/dms/image/ada",
    email: "ada@example.com",
    email_verified: "true",
  },
  user: { ...ADA, id: "782bbtaQ", verified: true, image: "https://media.licdn-ei.com/dms/image/ada" },
} satisfies ProviderCase;
