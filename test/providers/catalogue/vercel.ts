import { Vercel } from "../../../src/providers/vercel.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Vercel,
  metadata: {
    issuer: "https://vercel.com",
    authorization_endpoint: "https://vercel.com/oauth/authorize",
    token_endpoint: "https://api.vercel.com/login/oauth/token",
    userinfo_endpoint: "https://api.vercel.com/login/oauth/userinfo",
    jwks_uri: "https://vercel.com/.well-known/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "post", json: { ...BEARER, scope: "openid email profile" } },
  claims: {
    sub: "345e869043f1a55f8bdc837c",
    name: "Ada Lovelace",
    preferred_username: "ada",
    picture: "https://img.example/ada.png",
    email: "ada@example.com",
    email_verified: true,
  },
  user: { ...ADA, id: "345e869043f1a55f8bdc837c", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
