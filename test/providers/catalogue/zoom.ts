import { Zoom } from "../../../src/providers/zoom.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Zoom,
  token: {
    request: "POST https://zoom.us/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      refresh_token: "refresh-token-1",
      expires_in: 3599,
      scope: "user:read:user",
      api_url: "https://api.zoom.us",
    },
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
      role_name: "Owner",
      pmi: 5200047000,
      use_pmi: false,
      personal_meeting_url: "https://example.zoom.us/j/5200047000",
      timezone: "Europe/London",
      verified: 1,
      dept: "",
      created_at: "2018-11-15T01:10:08Z",
      last_login_time: "2024-01-01T00:00:00Z",
      pic_url: "https://example.zoom.us/p/KDcuGIm1QgePTO8WbOqwIQ/1",
      jid: "kdcugim1qgepto8wboqwiq@xmpp.example.com",
      group_ids: [],
      im_group_ids: [],
      account_id: "gVcjZnYYRLDbb_MfgHuaxg",
      language: "en-US",
      phone_number: "",
      status: "active",
    },
  }],
  user: {
    id: "KDcuGIm1QgePTO8WbOqwIQ",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://example.zoom.us/p/KDcuGIm1QgePTO8WbOqwIQ/1",
  },
};

export default provider;
