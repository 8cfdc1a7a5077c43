import { Vercel } from "../../../src/providers/vercel.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Vercel,
  metadata: {
    issuer: "https://vercel.com",
    authorization_endpoint: "https://vercel.com/oauth/authorize",
    token_endpoint: "https://api.vercel.com/login/oauth/token",
    userinfo_endpoint: "https://api.vercel.com/login/oauth/userinfo",
    jwks_uri: "https://vercel.com/.well-known/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://api.vercel.com/login/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "openid email profile",
    },
  },
  claims: {
    sub: "345e869043f1a55f8bdc837c",
    name: "Ada Lovelace",
    preferred_username: "ada",
    picture: "https://api.vercel.com/www/avatar/ada",
    email: "ada@example.com",
    email_verified: true,
  },
  user: {
    id: "345e869043f1a55f8bdc837c",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://api.vercel.com/www/avatar/ada",
  },
};

export default provider;
