import { Pipedrive } from "../../../src/providers/pipedrive.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Pipedrive,
  token: {
    request: "POST https://oauth.pipedrive.com/oauth/token",
    auth: "basic",
    json: { ...BEARER, scope: "base" },
  },
  profile: [{
    request: "GET https://api.pipedrive.com/v1/users/me",
    json: {
      success: true,
      data: {
        id: 10152,
        name: "Ada Lovelace",
        email: "ada@example.com",
        activated: true,
        active_flag: true,
        icon_url: "https://img.example/ada.png",
      },
    },
  }],
  user: { ...ADA, id: "10152", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
