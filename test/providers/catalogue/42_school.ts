import { FortyTwo } from "../../../src/providers/42_school.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: FortyTwo,
  token: {
    request: "POST https://api.intra.42.fr/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 7200,
      refresh_token: "refresh-token-1",
      scope: "public",
      created_at: 1443451918,
      secret_valid_until: 1446043918,
    },
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
      phone: "hidden",
      displayname: "Augusta Ada Lovelace",
      kind: "student",
      image: {
        link: "https://cdn.intra.42.fr/users/alovelac.jpg",
        versions: {
          large: "https://cdn.intra.42.fr/users/large_alovelac.jpg",
          medium: "https://cdn.intra.42.fr/users/medium_alovelac.jpg",
          small: "https://cdn.intra.42.fr/users/small_alovelac.jpg",
          micro: "https://cdn.intra.42.fr/users/micro_alovelac.jpg",
        },
      },
      "staff?": false,
      correction_point: 4,
      pool_month: "july",
      pool_year: "2023",
      location: null,
      wallet: 0,
      groups: [],
      cursus_users: [{ id: 2, begin_at: "2023-09-01T07:00:00.000Z", end_at: null, grade: null, level: 4.2 }],
      campus: [{ id: 1, name: "Paris", time_zone: "Europe/Paris" }],
    },
  }],
  user: {
    id: "120815",
    name: "Ada Lovelace",
    email: "alovelac@student.example.com",
    verified: false,
    image: "https://cdn.intra.42.fr/users/alovelac.jpg",
  },
};

export default provider;
