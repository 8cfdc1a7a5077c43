import { Huggingface } from "../../../src/providers/huggingface.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Huggingface,
  metadata: {
    issuer: "https://huggingface.co",
    authorization_endpoint: "https://huggingface.co/oauth/authorize",
    token_endpoint: "https://huggingface.co/oauth/token",
    userinfo_endpoint: "https://huggingface.co/oauth/userinfo",
    jwks_uri: "https://huggingface.co/oauth/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://huggingface.co/oauth/token", auth: "basic" },
  claims: {
    sub: "62f083a3e9a55a9dd5a1b2c3",
    name: "Ada Lovelace",
    preferred_username: "ada",
    profile: "https://huggingface.co/ada",
    picture: "https://cdn-avatars.huggingface.co/v1/ada.png",
    email: "ada@example.com",
    email_verified: true,
    isPro: false,
    orgs: [{
      sub: "5e67b",
      name: "Engines",
      picture: "https://cdn-avatars.huggingface.co/v1/e.png",
      preferred_username: "engines",
      isEnterprise: false,
    }],
  },
  user: {
    id: "62f083a3e9a55a9dd5a1b2c3",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn-avatars.huggingface.co/v1/ada.png",
  },
};

export default provider;
