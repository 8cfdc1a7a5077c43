import { Coinbase } from "../../../src/providers/coinbase.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Coinbase,
  token: {
    request: "POST https://login.coinbase.com/oauth2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 3599,
      refresh_token: "refresh-token-1",
      scope: "wallet:user:email wallet:user:read",
    },
  },
  profile: [{
    request: "GET https://api.coinbase.com/v2/user",
    json: {
      data: {
        id: "9da7a204-544e-5fd1-9a12-61176c5d4cd8",
        name: "Ada Lovelace",
        username: "countess",
        profile_location: null,
        profile_bio: null,
        profile_url: "https://coinbase.com/countess",
        avatar_url: "https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY",
        resource: "user",
        resource_path: "/v2/user",
        email: "ada@example.com",
        time_zone: "Europe/London",
        native_currency: "GBP",
        country: { code: "GB", name: "United Kingdom" },
        created_at: "2015-01-31T20:49:02Z",
      },
    },
  }],
  user: {
    id: "9da7a204-544e-5fd1-9a12-61176c5d4cd8",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY",
  },
};

export default provider;
