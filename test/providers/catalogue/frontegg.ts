import { Frontegg } from "../../../src/providers/frontegg.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Frontegg,
  options: { issuer: "https://app-acme.frontegg.com" },
  required: ["issuer"],
  jwks: "https://app-acme.frontegg.com/.well-known/jwks.json",
  token: { request: "POST https://app-acme.frontegg.com/oauth/token", auth: "basic" },
  claims: {
    iss: "https://app-acme.frontegg.com",
    sub: "3a1f0b6e",
    type: "userToken",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    profilePictureUrl: "https://cdn.example.com/ada.png",
  },
  user: { ...ADA, id: "3a1f0b6e", verified: true, image: "https://cdn.example.com/ada.png" },
} satisfies ProviderCase;
