import { Slack } from "../../../src/providers/slack.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Slack,
  metadata: {
    issuer: "https://slack.com",
    authorization_endpoint: "https://slack.com/openid/connect/authorize",
    token_endpoint: "https://slack.com/api/openid.connect.token",
    userinfo_endpoint: "https://slack.com/api/openid.connect.userInfo",
    jwks_uri: "https://slack.com/openid/connect/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://slack.com/api/openid.connect.token",
    auth: "basic",
    json: { ok: true, access_token: "access-token-1", token_type: "Bearer" },
  },
  claims: {
    sub: "U0R7JM",
    "https://slack.com/user_id": "U0R7JM",
    "https://slack.com/team_id": "T0R7GR",
    email: "ada@example.com",
    email_verified: true,
    date_email_verified: 1622128723,
    locale: "en-US",
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    picture: "https://secure.gravatar.com/avatar/ada.jpg",
    auth_time: 1893455990,
    "https://slack.com/team_name": "engines",
    "https://slack.com/team_domain": "engines",
    "https://slack.com/user_image_512": "https://secure.gravatar.com/avatar/ada-512.jpg",
    "https://slack.com/team_image_default": true,
  },
  user: {
    id: "T0R7GR-U0R7JM",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://secure.gravatar.com/avatar/ada.jpg",
  },
};

export default provider;
