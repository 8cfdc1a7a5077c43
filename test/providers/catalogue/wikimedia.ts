import { Wikimedia } from "../../../src/providers/wikimedia.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Wikimedia,
  token: { request: "POST https://meta.wikimedia.org/w/rest.php/oauth2/access_token", auth: "basic" },
  profile: [{
    request: "GET https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
    json: {
      sub: "18151210",
      username: "Ada Lovelace",
      confirmed_email: true,
      realname: "",
      email: "ada@example.com",
    },
  }],
  user: { ...ADA, id: "18151210", verified: true },
} satisfies ProviderCase;
