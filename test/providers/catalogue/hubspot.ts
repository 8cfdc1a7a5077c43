import { HubSpot } from "../../../src/providers/hubspot.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: HubSpot,
  token: {
    request: "POST https://api.hubapi.com/oauth/v1/token",
    auth: "post",
    json: {
      token_type: "bearer",
      refresh_token: "refresh-token-1",
      access_token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
      expires_in: 1800,
    },
  },
  profile: [{
    request:
      "GET https://api.hubapi.com/oauth/v1/access-tokens/CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
    headers: { authorization: null },
    json: {
      token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
      user: "ada@example.com",
      hub_domain: "engine.example.com",
      scopes: ["oauth"],
      signed_access_token: { expiresAt: 1757842200000, scopes: "AAEAAQ==", hubId: 62515, userId: 181510 },
      hub_id: 62515,
      app_id: 456,
      expires_in: 1754,
      user_id: 181510,
      token_type: "access",
    },
  }],
  user: {
    id: "181510",
    name: "ada@example.com",
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
