import { Discord } from "../../../src/providers/discord.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Discord,
  token: {
    request: "POST https://discord.com/api/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      expires_in: 604800,
      refresh_token: "refresh-token-1",
      scope: "identify email",
    },
  },
  profile: [{
    request: "GET https://discord.com/api/users/@me",
    json: {
      id: "80351110224678912",
      username: "countess",
      avatar: "a_8342729096ea3675442027381ff50dfe",
      discriminator: "0",
      public_flags: 64,
      flags: 64,
      banner: null,
      accent_color: 16711680,
      global_name: "Ada Lovelace",
      avatar_decoration_data: null,
      banner_color: "#ff0000",
      mfa_enabled: true,
      locale: "en-GB",
      premium_type: 1,
      email: "ada@example.com",
      verified: true,
    },
  }],
  user: {
    id: "80351110224678912",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif",
  },
};

export default provider;
