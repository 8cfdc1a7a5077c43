import { TikTok } from "../../../src/providers/tiktok.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: TikTok,
  token: {
    request: "POST https://open.tiktokapis.com/v2/oauth/token/",
    auth: "post",
    params: { client_key: "client-1" },
    json: {
      access_token: "act.example12345Example12345Example",
      open_id: "afd97af1-b87b-48b9-ac98-410aghda5344",
      scope: "user.info.basic",
      token_type: "Bearer",
    },
  },
  profile: [{
    request: "GET https://open.tiktokapis.com/v2/user/info/?fields=open_id%2Cavatar_url%2Cdisplay_name",
    headers: { authorization: "Bearer act.example12345Example12345Example" },
    json: {
      data: {
        user: {
          open_id: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
          avatar_url: "https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/ada.jpeg",
          display_name: "Ada Lovelace",
        },
      },
      error: { code: "ok", message: "", log_id: "20220829194722CBE87ED59D524E727021" },
    },
  }],
  user: {
    ...ADA,
    id: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
    email: null,
    verified: false,
    image: "https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/ada.jpeg",
  },
} satisfies ProviderCase;
