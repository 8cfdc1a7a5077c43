import { Lichess } from "../../../src/providers/lichess.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Lichess,
  token: {
    request: "POST https://lichess.org/api/token",
    auth: "none",
    json: { token_type: "Bearer", access_token: "access-token-1", expires_in: 31536000 },
  },
  profile: [
    {
      request: "GET https://lichess.org/api/account",
      json: {
        id: "adalovelace",
        username: "AdaLovelace",
        perfs: { bullet: { games: 0, rating: 1500, rd: 500, prog: 0, prov: true } },
        createdAt: 1290415680000,
        seenAt: 1522636452014,
        playTime: { total: 3296897, tv: 12134 },
        url: "https://lichess.org/@/AdaLovelace",
        count: { all: 0, rated: 0 },
        followable: true,
        following: false,
        blocking: false,
      },
    },
    {
      request: "GET https://lichess.org/api/account/email",
      json: { email: "ada@example.com" },
    },
  ],
  user: {
    id: "adalovelace",
    name: "AdaLovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
