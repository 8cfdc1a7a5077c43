import { AniList } from "../../../src/providers/anilist.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: AniList,
  token: { request: "POST https://anilist.co/api/v2/oauth/token", auth: "post" },
  profile: [{
    request: "POST https://graphql.anilist.co/",
    headers: { authorization: "Bearer access-token-1", "content-type": "application/json" },
    body: '{"query":"{ Viewer { id name avatar { large } } }"}',
    json: {
      data: {
        Viewer: {
          id: 542244,
          name: "AdaLovelace",
          avatar: { large: "https://s4.anilist.co/file/anilistcdn/user/avatar/large/b542244.png" },
        },
      },
    },
  }],
  user: {
    id: "542244",
    name: "AdaLovelace",
    email: null,
    verified: false,
    image: "https://s4.anilist.co/file/anilistcdn/user/avatar/large/b542244.png",
  },
} satisfies ProviderCase;
