import { Concept2 } from "../../../src/providers/concept2.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: Concept2,
  token: { request: "POST https://log.concept2.com/oauth/access_token", auth: "post" },
  profile: [{
    request: "GET https://log.concept2.com/api/users/me",
    json: {
      data: {
        id: 1815,
        username: "alovelace",
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@example.com",
        profile_image: "https://media.concept2.com/assets/uploads/profiles/1815.jpg",
      },
    },
  }],
  user: {
    id: "1815",
    name: "alovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://media.concept2.com/assets/uploads/profiles/1815.jpg",
  },
} satisfies ProviderCase;
