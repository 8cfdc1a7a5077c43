import { HubSpot } from "../../../src/providers/hubspot.ts";
import { ADA, CLIENT, type ProviderCase } from "../_catalogue.ts";

export default {
  create: HubSpot,
  token: {
    request: "POST https://api.hubapi.com/oauth/2026-03/token",
    auth: "post",
    json: {
      token_type: "bearer",
      refresh_token: "refresh-token-1",
      access_token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
    },
  },
  profile: [{
    request: "POST https://api.hubapi.com/oauth/2026-03/token/introspect",
    headers: { authorization: null },
    body: `client_id=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}` +
      "&token=CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4&token_type_hint=access_token",
    json: {
      active: true,
      client_id: CLIENT.clientId,
      token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
      user: "ada@example.com",
      signed_access_token: { hubId: 62515, userId: 181510 },
      user_id: 181510,
      token_type: "bearer",
    },
  }],
  user: { ...ADA, id: "181510", name: "ada@example.com", verified: false },
} satisfies ProviderCase;
