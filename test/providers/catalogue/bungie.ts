import { Bungie } from "../../../src/providers/bungie.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Bungie,
  options: { apiKey: "api-key-1" },
  required: ["apiKey"],
  token: {
    request: "POST https://www.bungie.net/platform/app/oauth/token/",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
      refresh_expires_in: 7776000,
      membership_id: "5123456",
    },
  },
  profile: [{
    request: "GET https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/",
    headers: { authorization: "Bearer access-token-1", "x-api-key": "api-key-1" },
    json: {
      Response: {
        destinyMemberships: [{ membershipType: 3, membershipId: "4611686018467260757", displayName: "Ada" }],
        primaryMembershipId: "4611686018467260757",
        bungieNetUser: {
          membershipId: "5123456",
          uniqueName: "Ada Lovelace#1815",
          displayName: "Ada Lovelace",
          profilePicture: 70432,
          profileTheme: 1101,
          successMessageFlags: "4398046511104",
          isDeleted: false,
          about: "",
          firstAccess: "2014-07-18T09:52:51.143Z",
          locale: "en",
          profilePicturePath: "/img/profile/avatars/cc12.jpg",
          profileThemeName: "d2cover",
        },
      },
      ErrorCode: 1,
      ThrottleSeconds: 0,
      ErrorStatus: "Success",
      Message: "Ok",
      MessageData: {},
    },
  }],
  user: {
    id: "5123456",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://www.bungie.net/img/profile/avatars/cc12.jpg",
  },
};

export default provider;
