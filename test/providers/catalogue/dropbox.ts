import { Dropbox } from "../../../src/providers/dropbox.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Dropbox,
  token: { request: "POST https://api.dropboxapi.com/oauth2/token", auth: "basic" },
  profile: [{
    request: "POST https://api.dropboxapi.com/2/users/get_current_account",
    headers: { authorization: "Bearer access-token-1", "content-type": null },
    body: "",
    json: {
      account_id: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
      name: { given_name: "Ada", surname: "Lovelace", familiar_name: "Ada", display_name: "Ada Lovelace" },
      email: "ada@example.com",
      email_verified: true,
      profile_photo_url: "https://dl-web.dropbox.com/account_photo/get/ada?size=128x128",
    },
  }],
  user: {
    ...ADA,
    id: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
    verified: true,
    image: "https://dl-web.dropbox.com/account_photo/get/ada?size=128x128",
  },
} satisfies ProviderCase;
