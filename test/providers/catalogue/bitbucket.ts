import { Bitbucket } from "../../../src/providers/bitbucket.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Bitbucket,
  token: {
    request: "POST https://bitbucket.org/site/oauth2/access_token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer" },
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
        type: "user",
        uuid: "{d301aafa-d676-4ee0-88be-962be7417567}",
        username: "alovelace",
        account_id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
        nickname: "countess",
      },
    },
    {
      request: "GET https://api.bitbucket.org/2.0/user/emails",
      json: {
        values: [
          { type: "email", email: "countess@example.org", is_primary: false, is_confirmed: true },
          { type: "email", email: "ada@example.com", is_primary: true, is_confirmed: true },
        ],
        page: 1,
      },
    },
  ],
  user: {
    ...ADA,
    id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
    verified: true,
    image: "https://avatar-management.example.com/ada/128",
  },
} satisfies ProviderCase;
