import { Box } from "../../../src/providers/box.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Box,
  token: {
    request: "POST https://api.box.com/oauth2/token",
    auth: "post",
    json: {
      access_token: "access-token-1",
      expires_in: 3600,
      token_type: "bearer",
      restricted_to: [],
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.box.com/2.0/users/me",
    json: {
      id: "11446498",
      type: "user",
      address: "",
      avatar_url: "https://www.box.com/api/avatar/large/11446498",
      created_at: "2012-12-12T10:53:43-08:00",
      job_title: "Analyst",
      language: "en",
      login: "ada@example.com",
      max_upload_size: 2147483648,
      modified_at: "2012-12-12T10:53:43-08:00",
      name: "Ada Lovelace",
      notification_email: [],
      phone: "",
      space_amount: 11345156112,
      space_used: 1237009912,
      status: "active",
      timezone: "Europe/London",
    },
  }],
  user: {
    id: "11446498",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://www.box.com/api/avatar/large/11446498",
  },
};

export default provider;
