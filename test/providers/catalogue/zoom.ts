import { Zoom } from "../../../src/providers/zoom.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Zoom,
  token: {
    request: "POST https://zoom.us/oauth/token",
    auth: "basic",
    json: { ...BEARER, token_type: "bearer", refresh_token: "refresh-token-1", scope: "user:read:user" },
  },
  profile: [{
    request: "GET https://api.zoom.us/v2/users/me",
    json: {
      id: "KDcuGIm1QgePTO8WbOqwIQ",
      first_name: "Ada",
      last_name: "Lovelace",
      display_name: "Ada L.",
      email: "ada@example.com",
      type: 2,
      verified: 1,
      pic_url: "https://img.example/ada.png",
      jid: "kdcugim1qgepto8wboqwiq@xmpp.example.com",
      account_id: "gVcjZnYYRLDbb_MfgHuaxg",
      status: "active",
    },
  }],
  user: { ...ADA, id: "KDcuGIm1QgePTO8WbOqwIQ", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
