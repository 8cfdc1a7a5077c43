import { Withings } from "../../../src/providers/withings.ts";
import type { ProviderCase } from "../_catalogue.ts";

export default {
  create: Withings,
  token: {
    request: "POST https://wbsapi.withings.net/v2/oauth2",
    auth: "post",
    params: { action: "requesttoken" },
    json: {
      status: 0,
      body: {
        userid: "363",
        access_token: "access-token-1",
        scope: "user.info",
        token_type: "Bearer",
      },
    },
  },
  user: { id: "363", name: null, email: null, verified: false, image: null },
} satisfies ProviderCase;
