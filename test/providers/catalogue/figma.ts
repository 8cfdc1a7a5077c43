import { Figma } from "../../../src/providers/figma.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Figma,
  token: {
    request: "POST https://api.figma.com/v1/oauth/token",
    auth: "basic",
    json: {
      user_id_string: "846182312412341815",
      access_token: "access-token-1",
      expires_in: 7776000,
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.figma.com/v1/me",
    json: {
      id: "846182312412341815",
      email: "ada@example.com",
      handle: "Ada Lovelace",
      img_url: "https://s3-alpha.figma.com/profile/ada.png",
    },
  }],
  user: {
    id: "846182312412341815",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://s3-alpha.figma.com/profile/ada.png",
  },
};

export default provider;
