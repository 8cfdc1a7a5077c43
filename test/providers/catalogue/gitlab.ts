import { GitLab } from "../../../src/providers/gitlab.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: GitLab,
  metadata: {
    issuer: "https://gitlab.com",
    authorization_endpoint: "https://gitlab.com/oauth/authorize",
    token_endpoint: "https://gitlab.com/oauth/token",
    revocation_endpoint: "https://gitlab.com/oauth/revoke",
    introspection_endpoint: "https://gitlab.com/oauth/introspect",
    userinfo_endpoint: "https://gitlab.com/oauth/userinfo",
    jwks_uri: "https://gitlab.com/oauth/discovery/keys",
    scopes_supported: ["api", "read_api", "read_user", "openid", "profile", "email"],
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["plain", "S256"],
  },
  token: {
    request: "POST https://gitlab.com/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 7200,
      refresh_token: "refresh-token-1",
      scope: "openid profile email",
      created_at: 1607635748,
    },
  },
  claims: {
    sub: "181510",
    sub_legacy: "b1f2e7d4",
    auth_time: 1607635740,
    email: "ada@example.com",
    email_verified: true,
    groups_direct: ["engine"],
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
      website: "https://engine.example.com",
      profile: "https://gitlab.com/countess",
      picture: "https://gitlab.com/uploads/-/system/user/avatar/181510/ada.png",
      groups: ["engine"],
    },
  }],
  user: {
    id: "181510",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://gitlab.com/uploads/-/system/user/avatar/181510/ada.png",
  },
};

export default provider;
