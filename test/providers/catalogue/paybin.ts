import { Paybin } from "../../../src/providers/paybin.ts";
import { ADA, PERSON, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Paybin,
  metadata: server("https://idp.paybin.io", "/oauth2/authorize /oauth2/token /oauth2/jwks"),
  token: { auth: "post" },
  claims: {
    sub: "user-1815",
    preferred_username: "ada",
    ...PERSON,
    picture: "https://cdn.example.com/ada.png",
  },
  user: { ...ADA, id: "user-1815", verified: true, image: "https://cdn.example.com/ada.png" },
} satisfies ProviderCase;
