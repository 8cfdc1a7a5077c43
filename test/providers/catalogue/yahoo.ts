import { Yahoo } from "../../../src/providers/yahoo.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Yahoo,
  algorithm: "ES256",
  metadata: {
    issuer: "https://api.login.yahoo.com",
    authorization_endpoint: "https://api.login.yahoo.com/oauth2/request_auth",
    token_endpoint: "https://api.login.yahoo.com/oauth2/get_token",
    userinfo_endpoint: "https://api.login.yahoo.com/openid/v1/userinfo",
    jwks_uri: "https://api.login.yahoo.com/openid/v1/certs",
    id_token_signing_alg_values_supported: ["ES256", "RS256"],
  },
  token: {
    request: "POST https://api.login.yahoo.com/oauth2/get_token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      expires_in: 3600,
      token_type: "bearer",
      xoauth_yahoo_guid: "JT4FACLQZI2OCE",
    },
  },
  claims: { sub: "JT4FACLQZI2OCE", session_exp: 1894665600 },
  profile: [{
    request: "GET https://api.login.yahoo.com/openid/v1/userinfo",
    json: {
      sub: "JT4FACLQZI2OCE",
      given_name: "Ada",
      family_name: "Lovelace",
      locale: "en-US",
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
  user: {
    id: "JT4FACLQZI2OCE",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://s.yimg.com/ag/images/ada_192px.png",
  },
};

export default provider;
