import { Autodesk } from "../../../src/providers/autodesk.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Autodesk,
  metadata: {
    issuer: "https://developer.api.autodesk.com",
    authorization_endpoint: "https://developer.api.autodesk.com/authentication/v2/authorize",
    token_endpoint: "https://developer.api.autodesk.com/authentication/v2/token",
    userinfo_endpoint: "https://api.userprofile.autodesk.com/userinfo",
    jwks_uri: "https://developer.api.autodesk.com/authentication/v2/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://developer.api.autodesk.com/authentication/v2/token", auth: "basic" },
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
      locale: "en-US",
      updated_at: 1767225600,
      is_2fa_enabled: false,
      country_code: "GB",
      ldap_enabled: false,
    },
  }],
  user: {
    id: "ABCDEFGHJKLM",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://images.profile.autodesk.com/ada/x120.jpg",
  },
};

export default provider;
