import { Atlassian } from "../../../src/providers/atlassian.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Atlassian,
  token: {
    request: "POST https://auth.atlassian.com/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", expires_in: 3600, token_type: "Bearer", scope: "read:me" },
  },
  profile: [{
    request: "GET https://api.atlassian.com/me",
    json: {
      account_type: "atlassian",
      account_id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
      email: "ada@example.com",
      name: "Ada Lovelace",
      picture: "https://avatar-management.example.com/0867a421/48",
      account_status: "active",
      nickname: "countess",
      zoneinfo: "Europe/London",
      locale: "en-GB",
      extended_profile: { job_title: "Analyst", organization: "Engine", department: "", location: "London" },
    },
  }],
  user: {
    id: "557058:0867a421-a9ee-4659-801a-bc0ee4a4487e",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://avatar-management.example.com/0867a421/48",
  },
};

export default provider;
