import { MercadoLibre } from "../../../src/providers/mercadolibre.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: MercadoLibre,
  token: {
    request: "POST https://api.mercadolibre.com/oauth/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 21600,
      scope: "offline_access read write",
      user_id: 8035443,
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.mercadolibre.com/users/me",
    json: {
      id: 8035443,
      nickname: "ADALOVELACE",
      registration_date: "2019-05-02T10:12:31.000-04:00",
      first_name: "Ada",
      last_name: "Lovelace",
      gender: "",
      country_id: "AR",
      email: "ada@example.com",
      identification: { number: "1111111", type: "DNI" },
      user_type: "normal",
      tags: ["normal", "test_user", "user_info_verified"],
      logo: null,
      points: 1,
      site_id: "MLA",
      permalink: "http://profile.example.com/ADALOVELACE",
      thumbnail: { picture_id: "705829-MLA1", picture_url: "https://mlstatic.example.com/705829-MLA1.jpg" },
      status: {
        site_status: "active",
        confirmed_email: true,
        mercadopago_account_type: "personal",
        user_type: "eventual",
        required_action: "",
      },
    },
  }],
  user: {
    id: "8035443",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://mlstatic.example.com/705829-MLA1.jpg",
  },
};

export default provider;
