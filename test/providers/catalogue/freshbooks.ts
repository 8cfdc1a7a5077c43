import { FreshBooks } from "../../../src/providers/freshbooks.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: FreshBooks,
  token: {
    request: "POST https://api.freshbooks.com/auth/oauth/token",
    auth: "post",
    json: { ...BEARER, refresh_token: "refresh-token-1", scope: "user:profile:read" },
  },
  profile: [{
    request: "GET https://api.freshbooks.com/auth/api/v1/users/me",
    json: {
      response: {
        id: 181510,
        profile: { first_name: "Ada", last_name: "Lovelace" },
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@example.com",
        confirmed_at: "2017-05-23T05:42:42Z",
        unconfirmed_email: null,
        profession: { id: 1 },
        links: { me: "/service/auth/api/v1/users?id=181510" },
        business_memberships: [{ id: 168372, business: { id: 77128, name: "Engine", account_id: "xZNQ1X" } }],
        roles: [{ id: 682340, systemid: 1954675, userid: 1, accountid: "xZNQ1X" }],
      },
    },
  }],
  user: { ...ADA, id: "181510", verified: false },
} satisfies ProviderCase;
