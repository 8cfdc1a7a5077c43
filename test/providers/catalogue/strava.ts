import { Strava } from "../../../src/providers/strava.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Strava,
  response: { scope: "read" },
  token: {
    request: "POST https://www.strava.com/api/v3/oauth/token",
    auth: "post",
    json: {
      ...BEARER,
      refresh_token: "refresh-token-1",
      athlete: { id: 227615, firstname: "Ada", lastname: "Lovelace" },
    },
  },
  profile: [{
    request: "GET https://www.strava.com/api/v3/athlete",
    json: {
      id: 227615,
      username: null,
      firstname: "Ada",
      lastname: "Lovelace",
      profile_medium: "https://athletes.example.com/pictures/227615/1/medium.jpg",
      profile: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "227615", email: null, verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
