import { Tumblr } from "../../../src/providers/tumblr.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Tumblr,
  token: {
    request: "POST https://api.tumblr.com/v2/oauth2/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      expires_in: 2520,
      id_token: false,
      scope: "basic",
      token_type: "bearer",
    },
  },
  profile: [{
    request: "GET https://api.tumblr.com/v2/user/info",
    json: {
      meta: { status: 200, msg: "OK" },
      response: {
        user: {
          name: "ada-l",
          likes: 606,
          following: 263,
          default_post_format: "html",
          blogs: [
            {
              avatar: [{ width: 512, height: 512, url: "https://64.example.com/avatar_2_512.png" }],
              name: "engine-notes",
              primary: false,
              title: "Engine notes",
              url: "https://engine-notes.example.com/",
              uuid: "t:1bZ1yM3Gj2PGKh5ZyqnfhR",
            },
            {
              avatar: [{ width: 512, height: 512, url: "https://64.example.com/avatar_1_512.png" }],
              followers: 33,
              name: "ada-l",
              primary: true,
              title: "Ada",
              tweet: "N",
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
};

export default provider;
