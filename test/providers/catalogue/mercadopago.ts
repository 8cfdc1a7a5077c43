import { MercadoPago } from "../../../src/providers/mercadopago.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: MercadoPago,
  token: {
    request: "POST https://api.mercadopago.com/oauth/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer", scope: "read write offline_access", user_id: 241983636 },
  },
  profile: [{
    request: "GET https://api.mercadopago.com/users/me",
    json: {
      id: 241983636,
      nickname: "ADALOVELACE",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      identification: { type: null },
      phone: { verified: false },
      thumbnail: null,
      status: { confirmed_email: false },
    },
  }],
  user: { ...ADA, id: "241983636", verified: false },
} satisfies ProviderCase;
