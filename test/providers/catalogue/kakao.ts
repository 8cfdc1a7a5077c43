import { Kakao } from "../../../src/providers/kakao.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Kakao,
  token: {
    request: "POST https://kauth.kakao.com/oauth/token",
    auth: "post",
    json: {
      token_type: "bearer",
      access_token: "access-token-1",
      expires_in: 43199,
      refresh_token: "refresh-token-1",
      refresh_token_expires_in: 5184000,
      scope: "account_email profile_image profile_nickname",
    },
  },
  profile: [{
    request: "GET https://kapi.kakao.com/v2/user/me?secure_resource=true",
    json: {
      id: 1815185218,
      connected_at: "2022-04-11T01:45:28Z",
      properties: { nickname: "Ada Lovelace" },
      kakao_account: {
        profile_nickname_needs_agreement: false,
        profile_image_needs_agreement: false,
        profile: {
          nickname: "Ada Lovelace",
          thumbnail_image_url: "https://k.kakaocdn.net/dn/ada/img_110x110.jpg",
          profile_image_url: "https://k.kakaocdn.net/dn/ada/img_640x640.jpg",
          is_default_image: false,
          is_default_nickname: false,
        },
        email_needs_agreement: false,
        has_email: true,
        is_email_valid: true,
        is_email_verified: true,
        email: "ada@example.com",
      },
    },
  }],
  user: {
    id: "1815185218",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://k.kakaocdn.net/dn/ada/img_640x640.jpg",
  },
};

export default provider;
