import { Mastodon } from "../../../src/providers/mastodon.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Mastodon,
  options: { issuer: "https://social.example.com/" },
  required: ["issuer"],
  token: { request: "POST https://social.example.com/oauth/token", auth: "basic" },
  profile: [{
    request: "GET https://social.example.com/api/v1/accounts/verify_credentials",
    json: {
      id: "14715",
      username: "ada",
      acct: "ada",
      display_name: "Ada Lovelace",
      note: "<p></p>",
      url: "https://social.example.com/@ada",
      avatar: "https://files.social.example.com/ada.gif",
      avatar_static: "https://files.social.example.com/ada.png",
    },
  }],
  user: {
    id: "14715",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://files.social.example.com/ada.png",
  },
};

export default provider;
