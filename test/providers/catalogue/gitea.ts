import { Gitea } from "../../../src/providers/gitea.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Gitea,
  options: { issuer: "https://git.example.com/" },
  required: ["issuer"],
  metadata: server(
    "https://git.example.com",
    "/login/oauth/authorize /login/oauth/access_token /login/oauth/keys /login/oauth/userinfo",
    {
      introspection_endpoint: "https://git.example.com/login/oauth/introspect",
      response_types_supported: ["code", "id_token"],
      subject_types_supported: ["public"],
      scopes_supported: ["openid", "profile", "email", "groups"],
      code_challenge_methods_supported: ["plain", "S256"],
      grant_types_supported: ["authorization_code", "refresh_token"],
    },
  ),
  token: { auth: "basic", json: { ...BEARER, token_type: "bearer" } },
  claims: {
    sub: "1815",
    name: "Ada Lovelace",
    preferred_username: "countess",
    profile: "https://git.example.com/countess",
    picture: "https://git.example.com/avatars/1815",
    email: "ada@example.com",
    email_verified: true,
  },
  user: { ...ADA, id: "1815", verified: false, image: "https://git.example.com/avatars/1815" },
} satisfies ProviderCase;
