import { MercadoLibre } from "../../../src/providers/mercadolibre.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: MercadoLibre,
  token: {
    request: "POST https://api.mercadolibre.com/oauth/token",
    auth: "post",
    json: { ...BEARER, scope: "offline_access read write", user_id: 8035443 },
  },
  profile: [{
    request: "GET https://api.mercadolibre.com/users/me",
    json: {
      id: 8035443,
      nickname: "ADALOVELACE",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      identification: { type: "DNI" },
      logo: null,
      points: 1,
      permalink: "http://profile.example.com/ADALOVELACE",
      thumbnail: { picture_id: "705829-MLA1", picture_url: "https://mlstatic.example.com/705829-MLA1.jpg" },
      status: { confirmed_email: true },
    },
  }],
  user: { ...ADA, id: "8035443", verified: true, image: "https://mlstatic.example.com/705829-MLA1.jpg" },
} satisfies ProviderCase;
