import { MercadoPago } from "../../../src/providers/mercadopago.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: MercadoPago,
  token: {
    request: "POST https://api.mercadopago.com/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 15552000,
      scope: "read write offline_access",
      user_id: 241983636,
      refresh_token: "refresh-token-1",
      public_key: "APP_USR-d0a26210",
      live_mode: true,
    },
  },
  profile: [{
    request: "GET https://api.mercadopago.com/users/me",
    json: {
      id: 241983636,
      nickname: "ADALOVELACE",
      first_name: "Ada",
      last_name: "Lovelace",
      country_id: "BR",
      email: "ada@example.com",
      identification: { number: null, type: null },
      phone: { area_code: null, extension: "", number: "", verified: false },
      site_id: "MLB",
      thumbnail: null,
      status: { site_status: "active", confirmed_email: false },
    },
  }],
  user: {
    id: "241983636",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
