import { Naver } from "../../../src/providers/naver.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: Naver,
  token: {
    request: "POST https://nid.naver.com/oauth2.0/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      token_type: "bearer",
    },
  },
  profile: [{
    request: "GET https://openapi.naver.com/v1/nid/me",
    json: {
      message: "success",
      response: {
        id: "Xr7yWQpQ6nIDJ1kDPp6Z5gS9e3xkT0lBxvm1jqvR2kY",
        nickname: "ada99",
        profile_image: "https://pstatic.example.com/nodata_33x33.gif",
        email: "ada@example.com",
        name: "Ada Lovelace",
      },
    },
  }],
  user: {
    id: "Xr7yWQpQ6nIDJ1kDPp6Z5gS9e3xkT0lBxvm1jqvR2kY",
    name: "ada99",
    email: "ada@example.com",
    verified: false,
    image: "https://pstatic.example.com/nodata_33x33.gif",
  },
} satisfies ProviderCase;
