import { UnitedEffects } from "../../../src/providers/united_effects.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: UnitedEffects,
  options: { issuer: "https://auth.unitedeffects.com/acme" },
  required: ["issuer"],
  metadata: {
    issuer: "https://auth.unitedeffects.com/acme",
    authorization_endpoint: "https://auth.unitedeffects.com/acme/auth",
    token_endpoint: "https://auth.unitedeffects.com/acme/token",
    userinfo_endpoint: "https://auth.unitedeffects.com/acme/me",
    jwks_uri: "https://auth.unitedeffects.com/acme/jwks",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { request: "POST https://auth.unitedeffects.com/acme/token", auth: "basic" },
  claims: { sub: "a2b4c6d8" },
  profile: [{
    request: "GET https://auth.unitedeffects.com/acme/me",
    json: { sub: "a2b4c6d8", email: "ada@example.com" },
  }],
  user: {
    id: "a2b4c6d8",
    name: null,
    email: "ada@example.com",
    verified: false,
    image: null,
  },
};

export default provider;
