import { Mattermost } from "../../../src/providers/mattermost.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Mattermost,
  options: { issuer: "https://chat.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://chat.example.com/oauth/access_token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 2592000,
      scope: "",
      refresh_token: "refresh-token-1",
      id_token: "",
    },
  },
  profile: [{
    request: "GET https://chat.example.com/api/v4/users/me",
    json: {
      id: "8p7rbhxp9f8xjf6z5ja1m1815r",
      create_at: 1655382893000,
      update_at: 1657623600000,
      delete_at: 0,
      username: "countess",
      auth_data: "",
      auth_service: "",
      email: "ada@example.com",
      email_verified: true,
      nickname: "",
      first_name: "Ada",
      last_name: "Lovelace",
      position: "",
      roles: "system_user",
      props: {},
      notify_props: { email: "true", mention_keys: "", push: "mention" },
      locale: "en",
      timezone: { automaticTimezone: "Europe/London", manualTimezone: "", useAutomaticTimezone: "true" },
      disable_welcome_email: false,
    },
  }],
  user: {
    id: "8p7rbhxp9f8xjf6z5ja1m1815r",
    name: "countess",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
