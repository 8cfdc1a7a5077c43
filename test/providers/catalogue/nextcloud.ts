import { Nextcloud } from "../../../src/providers/nextcloud.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Nextcloud,
  options: { issuer: "https://cloud.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://cloud.example.com/index.php/apps/oauth2/api/v1/token",
    auth: "basic",
    json: { ...BEARER, user_id: "ada l" },
  },
  profile: [{
    request: "GET https://cloud.example.com/ocs/v1.php/cloud/users/ada%20l",
    headers: {
      authorization: "Bearer access-token-1",
      "ocs-apirequest": "true",
      accept: "application/json",
    },
    json: {
      ocs: {
        meta: { status: "ok", message: "OK" },
        data: {
          storageLocation: "/var/www/html/data/ada l",
          id: "ada l",
          lastLogin: 1700000000000,
          email: "ada@example.com",
          additional_mail: [],
          displayname: "Ada Lovelace",
          "display-name": "Ada Lovelace",
        },
      },
    },
  }],
  user: {
    ...ADA,
    id: "ada l",
    verified: false,
    image: "https://cloud.example.com/index.php/avatar/ada%20l/512",
  },
} satisfies ProviderCase;
