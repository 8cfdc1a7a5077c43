import { HubSpot } from "../../../src/providers/hubspot.ts";
import { CLIENT, type ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: HubSpot,
  token: {
    request: "POST https://api.hubapi.com/oauth/2026-03/token",
    auth: "post",
    json: {
      token_type: "bearer",
      refresh_token: "refresh-token-1",
      access_token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
      expires_in: 1800,
    },
  },
  profile: [{
    request: "POST https://api.hubapi.com/oauth/2026-03/token/introspect",
    headers: { authorization: null },
    body: `client_id=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}` +
      "&token=CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4&token_type_hint=access_token",
    json: {
      token_use: "access_token",
      active: true,
      client_id: CLIENT.clientId,
      is_private_distribution: false,
      token: "CJSP5qf1KhICAQEYs-gDIIGOBii1hQIyGQAf3xBKmlwHjX7OIpuIFEavB2-qYAGQsF4",
      user: "ada@example.com",
      hub_domain: "engine.example.com",
      scopes: ["oauth"],
      signed_access_token: { expiresAt: 1757842200000, scopes: "AAEAAQ==", hubId: 62515, userId: 181510 },
      hub_id: 62515,
      app_id: 456,
      expires_in: 1754,
      user_id: 181510,
      token_type: "bearer",
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
