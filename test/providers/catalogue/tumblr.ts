import { Tumblr } from "../../../src/providers/tumblr.ts";
import { BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Tumblr,
  token: {
    request: "POST https://api.tumblr.com/v2/oauth2/token",
    auth: "basic",
    json: { ...BEARER, id_token: false, scope: "basic", token_type: "bearer" },
  },
  profile: [{
    request: "GET https://api.tumblr.com/v2/user/info",
    json: {
      meta: { status: 200 },
      response: {
        user: {
          name: "ada-l",
          blogs: [
            {
              avatar: [{ url: "https://64.example.com/avatar_2_512.png" }],
              name: "engine-notes",
              primary: false,
              url: "https://engine-notes.example.com/",
              uuid: "t:1bZ1yM3Gj2PGKh5ZyqnfhR",
            },
            {
              avatar: [{ url: "https://64.example.com/avatar_1_512.png" }],
              name: "ada-l",
              primary: true,
              title: "Ada",
              type: "public",
              url: "https://ada-l.example.com/",
              uuid: "t:0aY0xL2Fi1OFJg4YxpmegQ",
            },
          ],
        },
      },
    },
  }],
  user: {
    id: "t:0aY0xL2Fi1OFJg4YxpmegQ",
    name: "ada-l",
    email: null,
    verified: false,
    image: "https://64.example.com/avatar_1_512.png",
  },
} satisfies ProviderCase;
