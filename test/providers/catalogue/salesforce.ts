import { Salesforce } from "../../../src/providers/salesforce.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Salesforce,
  metadata: {
    issuer: "https://login.salesforce.com",
    authorization_endpoint: "https://login.salesforce.com/services/oauth2/authorize",
    token_endpoint: "https://login.salesforce.com/services/oauth2/token",
    userinfo_endpoint: "https://login.salesforce.com/services/oauth2/userinfo",
    jwks_uri: "https://login.salesforce.com/id/keys",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://login.salesforce.com/services/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      signature: "c2ln",
      scope: "openid profile email",
      instance_url: "https://acme.my.salesforce.com",
      id: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
      token_type: "Bearer",
      issued_at: "1893456000000",
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
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
      given_name: "Ada",
      family_name: "Lovelace",
      zoneinfo: "Europe/London",
      photos: {
        picture: "https://acme.my.salesforce.com/profilephoto/005/F",
        thumbnail: "https://acme.my.salesforce.com/profilephoto/005/T",
      },
      profile: "https://acme.my.salesforce.com/005x0000000UnYmAAK",
      picture: "https://acme.my.salesforce.com/profilephoto/005/F",
      address: {},
      urls: {
        enterprise: "https://acme.my.salesforce.com/services/Soap/c/{version}/00Dx0000000A9y0",
      },
      active: true,
      user_type: "STANDARD",
      language: "en_US",
      locale: "en_GB",
      utcOffset: 0,
      updated_at: "2026-01-01T00:00:00Z",
      is_app_installed: true,
    },
  }],
  user: {
    id: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://acme.my.salesforce.com/profilephoto/005/F",
  },
};

export default provider;
