import { GitHub } from "../../../src/providers/github.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

const headers = {
  accept: "application/vnd.github+json",
  authorization: "Bearer gho_16C7e42F292c6912E7710c838347Ae178B4a",
  "user-agent": "latchkey-auth",
};

export default {
  create: GitHub,
  response: { iss: "https://github.com/login/oauth" },
  token: {
    request: "POST https://github.com/login/oauth/access_token",
    auth: "basic",
    json: {
      access_token: "gho_16C7e42F292c6912E7710c838347Ae178B4a",
      scope: "read:user,user:email",
      token_type: "bearer",
    },
  },
  profile: [
    {
      request: "GET https://api.github.com/user",
      headers,
      json: {
        login: "ada",
        id: 583231,
        node_id: "MDQ6VXNlcjU4MzIzMQ==",
        avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
        html_url: "https://github.com/ada",
        type: "User",
        name: "Ada Lovelace",
        email: null,
      },
    },
    {
      request: "GET https://api.github.com/user/emails",
      headers,
      json: [
        { email: "old-ada@example.com", verified: false, primary: false },
        { email: "ada@example.com", verified: true, primary: true },
      ],
    },
  ],
  user: { ...ADA, id: "583231", verified: true, image: "https://avatars.githubusercontent.com/u/583231?v=4" },
} satisfies ProviderCase;
