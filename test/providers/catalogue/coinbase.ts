import { Coinbase } from "../../../src/providers/coinbase.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Coinbase,
  token: {
    request: "POST https://login.coinbase.com/oauth2/token",
    auth: "post",
    json: {
      ...BEARER,
      token_type: "bearer",
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
        profile_url: "https://coinbase.com/countess",
        avatar_url: "https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY",
        email: "ada@example.com",
        country: { code: "GB", name: "United Kingdom" },
      },
    },
  }],
  user: {
    ...ADA,
    id: "9da7a204-544e-5fd1-9a12-61176c5d4cd8",
    verified: false,
    image: "https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY",
  },
} satisfies ProviderCase;
