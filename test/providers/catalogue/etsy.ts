import { Etsy } from "../../../src/providers/etsy.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Etsy,
  required: ["clientSecret"],
  token: {
    request: "POST https://api.etsy.com/v3/public/oauth/token",
    auth: "none",
    json: {
      access_token: "12345678.O1zLuwveeKjpIqCQFfmR-PaMMpBmagH6DljRAkK9qt05OtRKiANJOyZlMx3WQ",
      token_type: "Bearer",
      refresh_token: "12345678.JNGIJtvLmwfDMhlYoOJl8aLR1BWottyHC6yhNcET-eC7RogSR5e1GTIXGrgrelWZ",
    },
  },
  profile: [{
    request: "GET https://openapi.etsy.com/v3/application/users/12345678",
    headers: {
      authorization: "Bearer 12345678.O1zLuwveeKjpIqCQFfmR-PaMMpBmagH6DljRAkK9qt05OtRKiANJOyZlMx3WQ",
      "x-api-key": "client-1:a-client-secret-of-more-than-32-characters",
    },
    json: {
      user_id: 12345678,
      primary_email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      image_url_75x75: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "12345678", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
