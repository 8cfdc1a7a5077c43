import { Huggingface } from "../../../src/providers/huggingface.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Huggingface,
  metadata: server("https://huggingface.co", "/oauth/authorize /oauth/token /oauth/jwks /oauth/userinfo"),
  token: { auth: "basic" },
  claims: {
    sub: "62f083a3e9a55a9dd5a1b2c3",
    name: "Ada Lovelace",
    preferred_username: "ada",
    profile: "https://huggingface.co/ada",
    picture: "https://img.example/ada.png",
    email: "ada@example.com",
    email_verified: true,
    orgs: [{
      sub: "5e67b",
      name: "Engines",
      picture: "https://cdn-avatars.huggingface.co/v1/e.png",
      preferred_username: "engines",
    }],
  },
  user: { ...ADA, id: "62f083a3e9a55a9dd5a1b2c3", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
