import { WeChat } from "../../../src/providers/wechat.ts";
import { CLIENT, type ProviderCase } from "../_catalogue.ts";

export default {
  create: WeChat,
  token: {
    request: "GET https://api.weixin.qq.com/sns/oauth2/access_token" +
      `?appid=client-1&secret=${CLIENT.clientSecret}&code=code-1&grant_type=authorization_code`,
    auth: "own",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      openid: "oLVPpjqs9BhvzwPj5A-vTYAX3GLc",
      scope: "snsapi_userinfo",
      unionid: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
    },
  },
  profile: [{
    request: "GET https://api.weixin.qq.com/sns/userinfo" +
      "?access_token=access-token-1&openid=oLVPpjqs9BhvzwPj5A-vTYAX3GLc&lang=zh_CN",
    headers: { authorization: null },
    json: {
      openid: "oLVPpjqs9BhvzwPj5A-vTYAX3GLc",
      nickname: "Ada",
      headimgurl: "https://thirdwx.example.com/mmopen/g3MonUZtNHkdmzicIlibx6iaFqAc56/46",
      unionid: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
    },
  }],
  user: {
    id: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
    name: "Ada",
    email: null,
    verified: false,
    image: "https://thirdwx.example.com/mmopen/g3MonUZtNHkdmzicIlibx6iaFqAc56/46",
  },
} satisfies ProviderCase;
