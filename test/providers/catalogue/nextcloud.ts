import { Nextcloud } from "../../../src/providers/nextcloud.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Nextcloud,
  options: { issuer: "https://cloud.example.com/" },
  required: ["issuer"],
  token: {
    request: "POST https://cloud.example.com/index.php/apps/oauth2/api/v1/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
      user_id: "ada l",
    },
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
        meta: { status: "ok", statuscode: 100, message: "OK" },
        data: {
          enabled: true,
          storageLocation: "/var/www/html/data/ada l",
          id: "ada l",
          lastLogin: 1700000000000,
          backend: "Database",
          subadmin: [],
          quota: { free: 1, used: 2, total: 3, relative: 66.6, quota: -3 },
          email: "ada@example.com",
          additional_mail: [],
          displayname: "Ada Lovelace",
          "display-name": "Ada Lovelace",
          phone: "",
          address: "",
          website: "",
          twitter: "",
          fediverse: "",
          organisation: "",
          role: "",
          headline: "",
          biography: "",
          groups: ["users"],
          language: "en",
          locale: "",
        },
      },
    },
  }],
  user: {
    id: "ada l",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://cloud.example.com/index.php/avatar/ada%20l/512",
  },
};

export default provider;
