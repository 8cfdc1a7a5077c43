import { EpicGames } from "../../../src/providers/epicgames.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: EpicGames,
  token: {
    request: "POST https://api.epicgames.dev/epic/oauth/v2/token",
    auth: "basic",
    json: {
      ...BEARER,
      scope: "basic_profile",
      token_type: "bearer",
      account_id: "9a1f5068d2a44d7ea0dd05c5e2a43ed6",
      client_id: "client-1",
      application_id: "fghi4567O03HROlX8r5LxqQ5WQqMZbbz",
    },
  },
  profile: [{
    request: "GET https://api.epicgames.dev/epic/oauth/v2/userInfo",
    json: { sub: "9a1f5068d2a44d7ea0dd05c5e2a43ed6", preferred_username: "AdaLovelace" },
  }],
  user: {
    id: "9a1f5068d2a44d7ea0dd05c5e2a43ed6",
    name: "AdaLovelace",
    email: null,
    verified: false,
    image: null,
  },
} satisfies ProviderCase;
