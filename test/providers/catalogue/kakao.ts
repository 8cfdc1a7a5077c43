import { Kakao } from "../../../src/providers/kakao.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Kakao,
  token: {
    request: "POST https://kauth.kakao.com/oauth/token",
    auth: "post",
    json: { ...BEARER, token_type: "bearer", scope: "account_email profile_image profile_nickname" },
  },
  profile: [{
    request: "GET https://kapi.kakao.com/v2/user/me?secure_resource=true",
    json: {
      id: 1815185218,
      properties: { nickname: "Ada Lovelace" },
      kakao_account: {
        profile: {
          nickname: "Ada Lovelace",
          thumbnail_image_url: "https://k.kakaocdn.net/dn/ada/img_110x110.jpg",
          profile_image_url: "https://k.kakaocdn.net/dn/ada/img_640x640.jpg",
          is_default_image: false,
          is_default_nickname: false,
        },
        has_email: true,
        is_email_valid: true,
        is_email_verified: true,
        email: "ada@example.com",
      },
    },
  }],
  user: { ...ADA, id: "1815185218", verified: true, image: "https://k.kakaocdn.net/dn/ada/img_640x640.jpg" },
} satisfies ProviderCase;
