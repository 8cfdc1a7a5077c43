import { Osu } from "../../../src/providers/osu.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Osu,
  token: {
    request: "POST https://osu.ppy.sh/oauth/token",
    auth: "post",
    json: { ...BEARER, refresh_token: "refresh-token-1" },
  },
  profile: [{
    request: "GET https://osu.ppy.sh/api/v2/me",
    json: {
      avatar_url: "https://a.example.com/1815?1700000000.png",
      id: 1815,
      is_active: true,
      username: "ada lovelace",
      country: { code: "GB", name: "United Kingdom" },
    },
  }],
  user: {
    id: "1815",
    name: "ada lovelace",
    email: null,
    verified: false,
    image: "https://a.example.com/1815?1700000000.png",
  },
} satisfies ProviderCase;
