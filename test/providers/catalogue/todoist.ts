import { Todoist } from "../../../src/providers/todoist.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Todoist,
  token: {
    request: "POST https://todoist.com/oauth/access_token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "Bearer" },
  },
  profile: [{
    request: "GET https://api.todoist.com/api/v1/user",
    json: {
      activated_user: false,
      auto_reminder: 0,
      avatar_big: "https://avatars.example.com/b0a5dc_big.jpg",
      avatar_medium: "https://avatars.example.com/b0a5dc_medium.jpg",
      business_account_id: "1",
      daily_goal: 15,
      date_format: 0,
      email: "ada@example.com",
      features: { karma_disabled: false },
      full_name: "Ada Lovelace",
      has_password: true,
      id: "2671355",
      inbox_project_id: "6X7rM8997g3RQmvh",
      is_premium: true,
      joined_at: "2015-07-31T18:32:06.000000Z",
      karma: 37504,
      lang: "en",
      start_page: "overdue, p1",
      tz_info: { gmt_string: "+00:00", hours: 0, is_dst: 0, minutes: 0, timezone: "Europe/London" },
      verification_status: "verified",
      weekly_goal: 30,
    },
  }],
  user: {
    id: "2671355",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: true,
    image: "https://avatars.example.com/b0a5dc_big.jpg",
  },
};

export default provider;
