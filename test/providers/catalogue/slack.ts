import { Slack } from "../../../src/providers/slack.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Slack,
  metadata: server(
    "https://slack.com",
    "/openid/connect/authorize /api/openid.connect.token /openid/connect/keys /api/openid.connect.userInfo",
  ),
  token: { auth: "basic", json: { ok: true, access_token: "access-token-1", token_type: "Bearer" } },
  claims: {
    sub: "U0R7JM",
    "https://slack.com/user_id": "U0R7JM",
    "https://slack.com/team_id": "T0R7GR",
    ...PERSON,
    date_email_verified: 1622128723,
    picture: "https://secure.gravatar.com/avatar/ada.jpg",
    auth_time: 1893455990,
    "https://slack.com/team_name": "engines",
    "https://slack.com/user_image_512": "https://secure.gravatar.com/avatar/ada-512.jpg",
    "https://slack.com/team_image_default": true,
  },
  user: { ...ADA, id: "T0R7GR-U0R7JM", verified: false, image: "https://secure.gravatar.com/avatar/ada.jpg" },
} satisfies ProviderCase;
