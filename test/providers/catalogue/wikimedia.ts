import { Wikimedia } from "../../../src/providers/wikimedia.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Wikimedia,
  token: {
    request: "POST https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
    auth: "basic",
    json: {
      token_type: "Bearer",
      expires_in: 14400,
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
    json: {
      sub: "18151210",
      username: "Ada Lovelace",
      editcount: 7,
      confirmed_email: true,
      blocked: false,
      registered: "20121210120000",
      groups: ["*", "user", "autoconfirmed"],
      rights: ["read", "edit"],
      grants: ["mwoauth-authonlyprivate"],
      realname: "",
      email: "ada@example.com",
    },
  }],
  user: {
    id: "18151210",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: null,
  },
};

export default provider;
