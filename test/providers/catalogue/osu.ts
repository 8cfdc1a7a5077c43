import { Osu } from "../../../src/providers/osu.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Osu,
  token: {
    request: "POST https://osu.ppy.sh/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 86400,
      refresh_token: "refresh-token-1",
      token_type: "Bearer",
    },
  },
  profile: [{
    request: "GET https://osu.ppy.sh/api/v2/me",
    json: {
      avatar_url: "https://a.example.com/1815?1700000000.png",
      country_code: "GB",
      default_group: "default",
      id: 1815,
      is_active: true,
      is_bot: false,
      is_deleted: false,
      is_online: true,
      is_supporter: false,
      last_visit: "2024-01-01T00:00:00+00:00",
      pm_friends_only: false,
      profile_colour: null,
      username: "ada lovelace",
      join_date: "2012-12-10T00:00:00+00:00",
      location: null,
      playmode: "osu",
      country: { code: "GB", name: "United Kingdom" },
      is_restricted: false,
    },
  }],
  user: {
    id: "1815",
    name: "ada lovelace",
    email: null,
    verified: false,
    image: "https://a.example.com/1815?1700000000.png",
  },
};

export default provider;
