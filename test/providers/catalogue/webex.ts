import { Webex } from "../../../src/providers/webex.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Webex,
  token: {
    request: "POST https://webexapis.com/v1/access_token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 1209600,
      refresh_token: "refresh-token-1",
      refresh_token_expires_in: 7776000,
      token_type: "Bearer",
      scope: "spark:people_read spark:kms",
    },
  },
  profile: [{
    request: "GET https://webexapis.com/v1/people/me",
    json: {
      id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIz",
      emails: ["ada@example.com"],
      phoneNumbers: [{ type: "work", value: "+44 20 7946 0000" }],
      displayName: "Ada Lovelace",
      nickName: "Ada",
      firstName: "Ada",
      lastName: "Lovelace",
      avatar: "https://avatar.example.com/Avtr~V1~1/V1~2~1600",
      orgId: "Y2lzY29zcGFyazovL3VzL09SR0FOSVpBVElPTi85",
      created: "2015-10-18T14:26:16.000Z",
      lastModified: "2024-01-01T00:00:00.000Z",
      timezone: "Europe/London",
      status: "active",
      type: "person",
    },
  }],
  user: {
    id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIz",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://avatar.example.com/Avtr~V1~1/V1~2~1600",
  },
};

export default provider;
