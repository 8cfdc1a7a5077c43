import { Figma } from "../../../src/providers/figma.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Figma,
  token: {
    request: "POST https://api.figma.com/v1/oauth/token",
    auth: "basic",
    json: { user_id_string: "846182312412341815", access_token: "access-token-1" },
  },
  profile: [{
    request: "GET https://api.figma.com/v1/me",
    json: {
      id: "846182312412341815",
      email: "ada@example.com",
      handle: "Ada Lovelace",
      img_url: "https://img.example/ada.png",
    },
  }],
  user: { ...ADA, id: "846182312412341815", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
