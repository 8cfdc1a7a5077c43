import { Discord } from "../../../src/providers/discord.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Discord,
  token: {
    request: "POST https://discord.com/api/oauth2/token",
    auth: "basic",
    json: { ...BEARER, scope: "identify email" },
  },
  profile: [{
    request: "GET https://discord.com/api/users/@me",
    json: {
      id: "80351110224678912",
      username: "countess",
      avatar: "a_8342729096ea3675442027381ff50dfe",
      discriminator: "0",
      global_name: "Ada Lovelace",
      avatar_decoration_data: null,
      mfa_enabled: true,
      premium_type: 1,
      email: "ada@example.com",
      verified: true,
    },
  }],
  user: {
    ...ADA,
    id: "80351110224678912",
    verified: true,
    image: "https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif",
  },
} satisfies ProviderCase;
