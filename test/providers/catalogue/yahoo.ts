import { Yahoo } from "../../../src/providers/yahoo.ts";
import { ADA, BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: Yahoo,
  algorithm: "ES256",
  metadata: server(
    "https://api.login.yahoo.com",
    "/oauth2/request_auth /oauth2/get_token /openid/v1/certs /openid/v1/userinfo",
    { id_token_signing_alg_values_supported: ["ES256", "RS256"] },
  ),
  token: { auth: "basic", json: { ...BEARER, token_type: "bearer", xoauth_yahoo_guid: "JT4FACLQZI2OCE" } },
  claims: { sub: "JT4FACLQZI2OCE" },
  profile: [{
    request: "GET https://api.login.yahoo.com/openid/v1/userinfo",
    json: {
      sub: "JT4FACLQZI2OCE",
      given_name: "Ada",
      family_name: "Lovelace",
      email: "ada@example.com",
      email_verified: true,
      nickname: "Ada",
      picture: "https://s.yimg.com/ag/images/ada_192px.png",
      profile_images: {
        image32: "https://s.yimg.com/ag/images/ada_32px.png",
        image64: "https://s.yimg.com/ag/images/ada_64px.png",
      },
    },
  }],
  user: { ...ADA, id: "JT4FACLQZI2OCE", verified: true, image: "https://s.yimg.com/ag/images/ada_192px.png" },
} satisfies ProviderCase;
