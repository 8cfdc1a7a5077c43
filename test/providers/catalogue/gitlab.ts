import { GitLab } from "../../../src/providers/gitlab.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: GitLab,
  metadata: server(
    "https://gitlab.com",
    "/oauth/authorize /oauth/token /oauth/discovery/keys /oauth/userinfo",
    {
      revocation_endpoint: "https://gitlab.com/oauth/revoke",
      introspection_endpoint: "https://gitlab.com/oauth/introspect",
      scopes_supported: ["api", "read_api", "read_user", "openid", "profile", "email"],
      response_types_supported: ["code"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      subject_types_supported: ["public"],
      code_challenge_methods_supported: ["plain", "S256"],
    },
  ),
  token: { auth: "basic", json: { ...BEARER, scope: "openid profile email" } },
  claims: {
    sub: "181510",
    sub_legacy: "b1f2e7d4",
    auth_time: 1607635740,
    email: "ada@example.com",
    email_verified: true,
  },
  profile: [{
    request: "GET https://gitlab.com/oauth/userinfo",
    json: {
      sub: "181510",
      sub_legacy: "b1f2e7d4",
      name: "Ada Lovelace",
      nickname: "countess",
      preferred_username: "countess",
      email: "ada@example.com",
      email_verified: true,
      profile: "https://gitlab.com/countess",
      picture: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "181510", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
