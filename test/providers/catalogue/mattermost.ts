import { Mattermost } from "../../../src/providers/mattermost.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Mattermost,
  options: { issuer: "https://chat.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://chat.example.com/oauth/access_token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer", scope: "", refresh_token: "refresh-token-1", id_token: "" },
  },
  profile: [{
    request: "GET https://chat.example.com/api/v4/users/me",
    json: {
      id: "8p7rbhxp9f8xjf6z5ja1m1815r",
      username: "countess",
      email: "ada@example.com",
      email_verified: true,
      nickname: "",
      first_name: "Ada",
      last_name: "Lovelace",
      notify_props: { email: "true" },
      timezone: { useAutomaticTimezone: "true" },
    },
  }],
  user: { ...ADA, id: "8p7rbhxp9f8xjf6z5ja1m1815r", name: "countess", verified: true },
} satisfies ProviderCase;
