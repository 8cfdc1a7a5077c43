import { EpicGames } from "../../../src/providers/epicgames.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: EpicGames,
  token: {
    request: "POST https://api.epicgames.dev/epic/oauth/v2/token",
    auth: "basic",
    json: {
      scope: "basic_profile",
      token_type: "bearer",
      access_token: "access-token-1",
      expires_in: 7200,
      expires_at: "2026-09-14T12:00:00.000Z",
      refresh_token: "refresh-token-1",
      refresh_expires_in: 28800,
      refresh_expires_at: "2026-09-14T18:00:00.000Z",
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
};

export default provider;
