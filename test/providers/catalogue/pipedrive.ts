import { Pipedrive } from "../../../src/providers/pipedrive.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Pipedrive,
  token: {
    request: "POST https://oauth.pipedrive.com/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      refresh_token: "refresh-token-1",
      scope: "base",
      expires_in: 3599,
      api_domain: "https://engines.pipedrive.com",
    },
  },
  profile: [{
    request: "GET https://api.pipedrive.com/v1/users/me",
    json: {
      success: true,
      data: {
        id: 10152,
        name: "Ada Lovelace",
        default_currency: "GBP",
        locale: "en_GB",
        lang: 1,
        email: "ada@example.com",
        phone: null,
        activated: true,
        last_login: "2024-01-31 12:00:00",
        created: "2020-12-10 12:00:00",
        modified: "2024-01-31 12:00:00",
        has_created_company: true,
        is_admin: 1,
        active_flag: true,
        timezone_name: "Europe/London",
        timezone_offset: "+00:00",
        role_id: 1,
        icon_url: "https://pipedrive-profile-pics.example.com/120x120_10152.jpg",
        is_you: true,
        company_id: 7,
        company_name: "Engines",
        company_domain: "engines",
        company_country: "GB",
        company_industry: null,
        language: { language_code: "en", country_code: "GB" },
      },
      additional_data: null,
    },
  }],
  user: {
    id: "10152",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://pipedrive-profile-pics.example.com/120x120_10152.jpg",
  },
};

export default provider;
