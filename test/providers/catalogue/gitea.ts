import { Gitea } from "../../../src/providers/gitea.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Gitea,
  options: { issuer: "https://git.example.com/" },
  required: ["issuer"],
  metadata: {
    issuer: "https://git.example.com",
    authorization_endpoint: "https://git.example.com/login/oauth/authorize",
    token_endpoint: "https://git.example.com/login/oauth/access_token",
    jwks_uri: "https://git.example.com/login/oauth/keys",
    userinfo_endpoint: "https://git.example.com/login/oauth/userinfo",
    introspection_endpoint: "https://git.example.com/login/oauth/introspect",
    response_types_supported: ["code", "id_token"],
    id_token_signing_alg_values_supported: ["RS256"],
    subject_types_supported: ["public"],
    scopes_supported: ["openid", "profile", "email", "groups"],
    code_challenge_methods_supported: ["plain", "S256"],
    grant_types_supported: ["authorization_code", "refresh_token"],
  },
  token: {
    request: "POST https://git.example.com/login/oauth/access_token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
    },
  },
  claims: {
    sub: "1815",
    name: "Ada Lovelace",
    preferred_username: "countess",
    profile: "https://git.example.com/countess",
    picture: "https://git.example.com/avatars/1815",
    website: "",
    locale: "en-US",
    updated_at: 1757840400,
    email: "ada@example.com",
    email_verified: true,
  },
  user: {
    id: "1815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://git.example.com/avatars/1815",
  },
};

export default provider;
