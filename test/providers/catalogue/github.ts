import { GitHub } from "../../../src/providers/github.ts";
import type { ProviderCase } from "../_catalogue.ts";

const headers = {
  accept: "application/vnd.github+json",
  authorization: "Bearer gho_16C7e42F292c6912E7710c838347Ae178B4a",
  "user-agent": "latchkey-auth",
};

const provider: ProviderCase = {
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
        site_admin: false,
        name: "Ada Lovelace",
        company: null,
        blog: "",
        location: "London",
        email: null,
        bio: null,
        public_repos: 8,
        followers: 17912,
        following: 9,
        created_at: "2011-01-25T18:44:36Z",
        updated_at: "2026-01-25T18:44:36Z",
      },
    },
    {
      request: "GET https://api.github.com/user/emails",
      headers,
      json: [
        { email: "old-ada@example.com", verified: false, primary: false, visibility: null },
        { email: "ada@example.com", verified: true, primary: true, visibility: "private" },
      ],
    },
  ],
  user: {
    id: "583231",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://avatars.githubusercontent.com/u/583231?v=4",
  },
};

export default provider;
