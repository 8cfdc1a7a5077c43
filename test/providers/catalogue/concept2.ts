import { Concept2 } from "../../../src/providers/concept2.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Concept2,
  token: {
    request: "POST https://log.concept2.com/oauth/access_token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 604800,
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://log.concept2.com/api/users/me",
    json: {
      data: {
        id: 1815,
        username: "alovelace",
        first_name: "Ada",
        last_name: "Lovelace",
        gender: "F",
        dob: "1990-12-10",
        email: "ada@example.com",
        country: "GBR",
        profile_image: "https://media.concept2.com/assets/uploads/profiles/1815.jpg",
        age_restricted: false,
        email_permission: true,
        max_heart_rate: null,
        weight: null,
        logbook_privacy: "partners",
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
};

export default provider;
