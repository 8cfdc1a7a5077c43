import { Synology } from "../../../src/providers/synology.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Synology,
  options: { issuer: "https://nas.example.com/webman/sso" },
  required: ["issuer"],
  metadata: server(
    "https://nas.example.com/webman/sso",
    "/SSOOauth.cgi /SSOAccessToken.cgi /openid-jwks.json /SSOUserInfo.cgi",
  ),
  token: { auth: "basic" },
  claims: {
    sub: "1026",
    username: "ada",
    email: "ada@example.com",
    email_verified: true,
    groups: ["users@nas"],
  },
  user: { ...ADA, id: "1026", name: "ada", verified: false },
} satisfies ProviderCase;
