import { Threads } from "../../../src/providers/threads.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Threads,
  token: {
    request: "POST https://graph.threads.net/oauth/access_token",
    auth: "post",
    json: { access_token: "access-token-1", user_id: 9876543210 },
  },
  profile: [{
    request:
      "GET https://graph.threads.net/v1.0/me?fields=id%2Cusername%2Cname%2Cthreads_profile_picture_url",
    json: {
      id: "9876543210",
      username: "ada.lovelace",
      name: "Ada Lovelace",
      threads_profile_picture_url: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "9876543210", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
