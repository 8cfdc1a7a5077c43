import { Salesforce } from "../../../src/providers/salesforce.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Salesforce,
  metadata: server(
    "https://login.salesforce.com",
    "/services/oauth2/authorize /services/oauth2/token /id/keys /services/oauth2/userinfo",
  ),
  token: {
    auth: "basic",
    json: {
      access_token: "access-token-1",
      scope: "openid profile email",
      id: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
      token_type: "Bearer",
    },
  },
  claims: { sub: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK" },
  profile: [{
    request: "GET https://login.salesforce.com/services/oauth2/userinfo",
    json: {
      sub: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
      user_id: "005x0000000UnYmAAK",
      organization_id: "00Dx0000000A9y0EAC",
      preferred_username: "ada@acme.example",
      nickname: "al",
      ...PERSON,
      photos: {
        picture: "https://acme.my.salesforce.com/profilephoto/005/F",
        thumbnail: "https://acme.my.salesforce.com/profilephoto/005/T",
      },
      profile: "https://acme.my.salesforce.com/005x0000000UnYmAAK",
      picture: "https://acme.my.salesforce.com/profilephoto/005/F",
      active: true,
    },
  }],
  user: {
    ...ADA,
    id: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
    verified: false,
    image: "https://acme.my.salesforce.com/profilephoto/005/F",
  },
} satisfies ProviderCase;
