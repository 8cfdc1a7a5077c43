import { Mastodon } from "../../../src/providers/mastodon.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
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
      url: "https://social.example.com/@ada",
      avatar: "https://files.social.example.com/ada.gif",
      avatar_static: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "14715", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
