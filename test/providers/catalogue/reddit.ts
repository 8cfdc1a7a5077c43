import { Reddit } from "../../../src/providers/reddit.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Reddit,
  options: { userinfo: { headers: { "user-agent": "web:com.example.app:1.0 (by /u/ada)" } } },
  token: {
    request: "POST https://www.reddit.com/api/v1/access_token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", scope: "identity" },
  },
  profile: [{
    request: "GET https://oauth.reddit.com/api/v1/me?raw_json=1",
    headers: {
      authorization: "Bearer access-token-1",
      "user-agent": "web:com.example.app:1.0 (by /u/ada)",
    },
    json: {
      icon_img: "https://styles.example.com/t5_1/styles/profileIcon.png?width=256&height=256&s=9a1b",
      snoovatar_img: "",
      id: "1w72",
      name: "ada_lovelace",
      has_verified_email: true,
      verified: true,
      subreddit: { display_name: "u_ada_lovelace" },
    },
  }],
  user: {
    id: "1w72",
    name: "ada_lovelace",
    email: null,
    verified: false,
    image: "https://styles.example.com/t5_1/styles/profileIcon.png?width=256&height=256&s=9a1b",
  },
} satisfies ProviderCase;
