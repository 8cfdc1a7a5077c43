import { Webex } from "../../../src/providers/webex.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Webex,
  token: {
    request: "POST https://webexapis.com/v1/access_token",
    auth: "post",
    json: { ...BEARER, scope: "spark:people_read spark:kms" },
  },
  profile: [{
    request: "GET https://webexapis.com/v1/people/me",
    json: {
      id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIz",
      emails: ["ada@example.com"],
      phoneNumbers: [{ type: "work" }],
      displayName: "Ada Lovelace",
      nickName: "Ada",
      firstName: "Ada",
      lastName: "Lovelace",
      avatar: "https://avatar.example.com/Avtr~V1~1/V1~2~1600",
      orgId: "Y2lzY29zcGFyazovL3VzL09SR0FOSVpBVElPTi85",
      status: "active",
      type: "person",
    },
  }],
  user: {
    ...ADA,
    id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIz",
    verified: false,
    image: "https://avatar.example.com/Avtr~V1~1/V1~2~1600",
  },
} satisfies ProviderCase;
