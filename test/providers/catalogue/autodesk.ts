import { Autodesk } from "../../../src/providers/autodesk.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

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
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "ada.lovelace",
      email: "ada@example.com",
      email_verified: true,
      profile: "https://profile.autodesk.com",
      picture: "https://images.profile.autodesk.com/ada/x120.jpg",
    },
  }],
  user: {
    ...ADA,
    id: "ABCDEFGHJKLM",
    verified: true,
    image: "https://images.profile.autodesk.com/ada/x120.jpg",
  },
} satisfies ProviderCase;
