import { Bitbucket } from "../../../src/providers/bitbucket.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Bitbucket,
  token: {
    request: "POST https://bitbucket.org/site/oauth2/access_token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      scopes: "account",
      expires_in: 7200,
      refresh_token: "refresh-token-1",
      token_type: "bearer",
      state: "authorization_code",
    },
  },
  profile: [
    {
      request: "GET https://api.bitbucket.org/2.0/user",
      json: {
        display_name: "Ada Lovelace",
        links: {
          self: { href: "https://api.bitbucket.org/2.0/users/%7Bd301aafa-d676-4ee0-88be-962be7417567%7D" },
          avatar: { href: "https://avatar-management.example.com/ada/128" },
          html: { href: "https://bitbucket.org/%7Bd301aafa-d676-4ee0-88be-962be7417567%7D/" },
        },
        created_on: "2018-03-08T14:31:25.000000+00:00",
        type: "user",
        uuid: "{d301aafa-d676-4ee0-88be-962be7417567}",
        has_2fa_enabled: null,
        username: "alovelace",
        is_staff: false,
        account_id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
        nickname: "countess",
        account_status: "active",
        location: null,
      },
    },
    {
      request: "GET https://api.bitbucket.org/2.0/user/emails",
      json: {
        values: [
          { type: "email", email: "countess@example.org", is_primary: false, is_confirmed: true },
          { type: "email", email: "ada@example.com", is_primary: true, is_confirmed: true },
        ],
        pagelen: 10,
        size: 2,
        page: 1,
      },
    },
  ],
  user: {
    id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://avatar-management.example.com/ada/128",
  },
};

export default provider;
