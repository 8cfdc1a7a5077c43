import { Strava } from "../../../src/providers/strava.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Strava,
  response: { scope: "read" },
  token: {
    request: "POST https://www.strava.com/api/v3/oauth/token",
    auth: "post",
    json: {
      token_type: "Bearer",
      expires_at: 1568775134,
      expires_in: 20566,
      refresh_token: "refresh-token-1",
      access_token: "access-token-1",
      athlete: { id: 227615, firstname: "Ada", lastname: "Lovelace" },
    },
  },
  profile: [{
    request: "GET https://www.strava.com/api/v3/athlete",
    json: {
      id: 227615,
      username: null,
      resource_state: 2,
      firstname: "Ada",
      lastname: "Lovelace",
      bio: null,
      city: "London",
      state: "England",
      country: "United Kingdom",
      sex: "F",
      premium: true,
      summit: true,
      created_at: "2017-11-14T02:30:05Z",
      updated_at: "2018-02-06T19:32:20Z",
      badge_type_id: 4,
      weight: 0,
      profile_medium: "https://athletes.example.com/pictures/227615/1/medium.jpg",
      profile: "https://athletes.example.com/pictures/227615/1/large.jpg",
      friend: null,
      follower: null,
    },
  }],
  user: {
    id: "227615",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://athletes.example.com/pictures/227615/1/large.jpg",
  },
};

export default provider;
