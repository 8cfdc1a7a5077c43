import { Bungie } from "../../../src/providers/bungie.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Bungie,
  options: { apiKey: "api-key-1" },
  required: ["apiKey"],
  token: {
    request: "POST https://www.bungie.net/platform/app/oauth/token/",
    auth: "basic",
    json: { ...BEARER, membership_id: "5123456" },
  },
  profile: [{
    request: "GET https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/",
    headers: { authorization: "Bearer access-token-1", "x-api-key": "api-key-1" },
    json: {
      Response: {
        destinyMemberships: [{ membershipId: "4611686018467260757", displayName: "Ada" }],
        primaryMembershipId: "4611686018467260757",
        bungieNetUser: {
          membershipId: "5123456",
          uniqueName: "Ada Lovelace#1815",
          displayName: "Ada Lovelace",
          profilePicture: 70432,
          profilePicturePath: "/img/profile/avatars/cc12.jpg",
        },
      },
    },
  }],
  user: {
    ...ADA,
    id: "5123456",
    email: null,
    verified: false,
    image: "https://www.bungie.net/img/profile/avatars/cc12.jpg",
  },
} satisfies ProviderCase;
