import { Lichess } from "../../../src/providers/lichess.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Lichess,
  token: { request: "POST https://lichess.org/api/token", auth: "none" },
  profile: [
    {
      request: "GET https://lichess.org/api/account",
      json: {
        id: "adalovelace",
        username: "AdaLovelace",
        url: "https://lichess.org/@/AdaLovelace",
        count: { all: 0 },
      },
    },
    {
      request: "GET https://lichess.org/api/account/email",
      json: { email: "ada@example.com" },
    },
  ],
  user: { ...ADA, id: "adalovelace", name: "AdaLovelace", verified: false },
} satisfies ProviderCase;
