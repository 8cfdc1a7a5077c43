import { VK } from "../../../src/providers/vk.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: VK,
  response: { device_id: "device-1", expires_in: "600", ext_id: "ext-1", type: "code_v2" },
  token: {
    request: "POST https://id.vk.com/oauth2/auth",
    auth: "post",
    params: { device_id: "device-1" },
    json: {
      ...BEARER,
      id_token: "not-verified",
      user_id: 1234567890,
      state: "state-1",
      scope: "vkid.personal_info email",
    },
  },
  profile: [{
    request: "POST https://id.vk.com/oauth2/user_info?client_id=client-1",
    headers: {
      authorization: null,
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    },
    body: "access_token=access-token-1",
    json: {
      user: {
        user_id: "1234567890",
        first_name: "Ada",
        last_name: "Lovelace",
        avatar: "https://img.example/ada.png",
        email: "ada@example.com",
        verified: false,
      },
    },
  }],
  user: { ...ADA, id: "1234567890", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
