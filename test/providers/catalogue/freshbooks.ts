import { FreshBooks } from "../../../src/providers/freshbooks.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: FreshBooks,
  token: {
    request: "POST https://api.freshbooks.com/auth/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 43200,
      refresh_token: "refresh-token-1",
      scope: "user:profile:read",
      created_at: 1424471407,
      direct_buy_tokens: {},
    },
  },
  profile: [{
    request: "GET https://api.freshbooks.com/auth/api/v1/users/me",
    json: {
      response: {
        id: 181510,
        profile: { setup_complete: true, first_name: "Ada", last_name: "Lovelace", professions: [] },
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@example.com",
        confirmed_at: "2017-05-23T05:42:42Z",
        created_at: "2017-05-23T05:40:10Z",
        unconfirmed_email: null,
        setup_complete: true,
        phone_numbers: [],
        addresses: [null],
        profession: { id: 1, title: "Analyst", company: "Engine", designation: null },
        links: { me: "/service/auth/api/v1/users?id=181510" },
        permissions: {},
        groups: [],
        subscription_statuses: { xZNQ1X: "active" },
        business_memberships: [{
          id: 168372,
          role: "owner",
          business: { id: 77128, name: "Engine", account_id: "xZNQ1X" },
        }],
        roles: [{ id: 682340, role: "admin", systemid: 1954675, userid: 1, accountid: "xZNQ1X" }],
      },
    },
  }],
  user: {
    id: "181510",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
