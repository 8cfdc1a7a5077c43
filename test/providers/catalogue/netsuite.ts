import { NetSuite } from "../../../src/providers/netsuite.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: NetSuite,
  options: {
    accountID: "1234567",
    userinfo: "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1",
    prompt: "login",
  },
  required: ["accountID", "userinfo"],
  token: {
    request: "POST https://1234567.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      token_type: "bearer",
    },
  },
  profile: [{
    request: "GET https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1",
    json: { id: 1717, name: "Ada Lovelace", email: "ada@example.com" },
  }],
  user: { ...ADA, id: "1717", verified: false },
} satisfies ProviderCase;
