import { UnitedEffects } from "../../../src/providers/united_effects.ts";
import { ADA, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: UnitedEffects,
  options: { issuer: "https://auth.unitedeffects.com/acme" },
  required: ["issuer"],
  metadata: server("https://auth.unitedeffects.com/acme", "/auth /token /jwks /me"),
  token: { auth: "basic" },
  claims: { sub: "a2b4c6d8" },
  profile: [{
    request: "GET https://auth.unitedeffects.com/acme/me",
    json: { sub: "a2b4c6d8", email: "ada@example.com" },
  }],
  user: { ...ADA, id: "a2b4c6d8", name: null, verified: false },
} satisfies ProviderCase;
