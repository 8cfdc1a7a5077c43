import { Reddit } from "../../../src/providers/reddit.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Reddit,
  options: { userinfo: { headers: { "user-agent": "web:com.example.app:1.0 (by /u/ada)" } } },
  token: {
    request: "POST https://www.reddit.com/api/v1/access_token",
    auth: "basic",
    json: { access_token: "access-token-1", token_type: "bearer", expires_in: 86400, scope: "identity" },
  },
  profile: [{
    request: "GET https://oauth.reddit.com/api/v1/me?raw_json=1",
    headers: {
      authorization: "Bearer access-token-1",
      "user-agent": "web:com.example.app:1.0 (by /u/ada)",
    },
    json: {
      is_employee: false,
      has_visited_new_profile: true,
      pref_no_profanity: true,
      has_external_account: false,
      icon_img: "https://styles.example.com/t5_1/styles/profileIcon.png?width=256&height=256&s=9a1b",
      snoovatar_img: "",
      id: "1w72",
      name: "ada_lovelace",
      created_utc: 1325000000,
      total_karma: 1815,
      has_verified_email: true,
      is_suspended: false,
      is_gold: false,
      is_mod: true,
      over_18: false,
      verified: true,
      subreddit: { display_name: "u_ada_lovelace", title: "", subscribers: 0 },
    },
  }],
  user: {
    id: "1w72",
    name: "ada_lovelace",
    email: null,
    verified: false,
    image: "https://styles.example.com/t5_1/styles/profileIcon.png?width=256&height=256&s=9a1b",
  },
};

export default provider;
