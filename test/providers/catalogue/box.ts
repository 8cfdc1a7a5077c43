import { Box } from "../../../src/providers/box.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Box,
  token: {
    request: "POST https://api.box.com/oauth2/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer" },
  },
  profile: [{
    request: "GET https://api.box.com/2.0/users/me",
    json: {
      id: "11446498",
      type: "user",
      avatar_url: "https://www.box.com/api/avatar/large/11446498",
      login: "ada@example.com",
      name: "Ada Lovelace",
      notification_email: [],
      status: "active",
    },
  }],
  user: { ...ADA, id: "11446498", verified: false, image: "https://www.box.com/api/avatar/large/11446498" },
} satisfies ProviderCase;
