import { VK } from "../../../src/providers/vk.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: VK,
  response: { device_id: "device-1", expires_in: "600", ext_id: "ext-1", type: "code_v2" },
  token: {
    request: "POST https://id.vk.com/oauth2/auth",
    auth: "post",
    params: { device_id: "device-1" },
    json: {
      refresh_token: "refresh-token-1",
      access_token: "access-token-1",
      id_token: "not-verified",
      token_type: "Bearer",
      expires_in: 3600,
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
        phone: "79991234567",
        avatar: "https://sun1.example.com/s/v1/ig2/1.jpg?quality=95",
        email: "ada@example.com",
        sex: 1,
        verified: false,
        birthday: "10.12.1985",
      },
    },
  }],
  user: {
    id: "1234567890",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://sun1.example.com/s/v1/ig2/1.jpg?quality=95",
  },
};

export default provider;
