import { Synology } from "../../../src/providers/synology.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Synology,
  options: { issuer: "https://nas.example.com/webman/sso" },
  required: ["issuer"],
  metadata: {
    issuer: "https://nas.example.com/webman/sso",
    authorization_endpoint: "https://nas.example.com/webman/sso/SSOOauth.cgi",
    token_endpoint: "https://nas.example.com/webman/sso/SSOAccessToken.cgi",
    userinfo_endpoint: "https://nas.example.com/webman/sso/SSOUserInfo.cgi",
    jwks_uri: "https://nas.example.com/webman/sso/openid-jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://nas.example.com/webman/sso/SSOAccessToken.cgi", auth: "basic" },
  claims: {
    sub: "1026",
    username: "ada",
    email: "ada@example.com",
    email_verified: true,
    groups: ["users@nas"],
  },
  user: {
    id: "1026",
    name: "ada",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
