import { Autodesk } from "../../../src/providers/autodesk.ts";
import { ADA, PERSON, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Autodesk,
  metadata: {
    issuer: "https://developer.api.autodesk.com",
    authorization_endpoint: "https://developer.api.autodesk.com/authentication/v2/authorize",
    token_endpoint: "https://developer.api.autodesk.com/authentication/v2/token",
    userinfo_endpoint: "https://api.userprofile.autodesk.com/userinfo",
    jwks_uri: "https://developer.api.autodesk.com/authentication/v2/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic" },
  claims: { sub: "ABCDEFGHJKLM" },
  profile: [{
    request: "GET https://api.userprofile.autodesk.com/userinfo",
    json: {
      sub: "ABCDEFGHJKLM",
      ...PERSON,
      preferred_username: "ada.lovelace",
      profile: "https://profile.autodesk.com",
      picture: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "ABCDEFGHJKLM", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
