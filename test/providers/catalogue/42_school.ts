import { FortyTwo } from "../../../src/providers/42_school.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: FortyTwo,
  token: {
    request: "POST https://api.intra.42.fr/oauth/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer", scope: "public", secret_valid_until: 1446043918 },
  },
  profile: [{
    request: "GET https://api.intra.42.fr/v2/me",
    json: {
      id: 120815,
      email: "alovelac@student.example.com",
      login: "alovelac",
      first_name: "Augusta Ada",
      last_name: "Lovelace",
      usual_full_name: "Ada Lovelace",
      usual_first_name: "Ada",
      url: "https://api.intra.42.fr/v2/users/alovelac",
      displayname: "Augusta Ada Lovelace",
      image: { link: "https://cdn.intra.42.fr/users/alovelac.jpg" },
      cursus_users: [{ id: 2 }],
      campus: [{ id: 1, name: "Paris" }],
    },
  }],
  user: {
    ...ADA,
    id: "120815",
    email: "alovelac@student.example.com",
    verified: false,
    image: "https://cdn.intra.42.fr/users/alovelac.jpg",
  },
} satisfies ProviderCase;
