/**
 * Sign-in with United Effects.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of the user at United Effects.
 *
 * @see {@link https://docs.unitedeffects.com/integrations/nextauthjs | Integration with Auth.js}
 */
export interface UnitedEffectsProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Email address. */
  readonly email?: string;
  /** Whether the address is verified. */
  readonly email_verified?: boolean;
}

/**
 * Describes an auth group of United Effects. The endpoints come from discovery.
 *
 * - Register: in the auth group, a client with the grant type "authorization_code" and the redirect URI
 *   `<origin>/auth/callback/united-effects`.
 * - Console: https://core.unitedeffects.com/
 * - Environment: `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`.
 * - Options: `issuer` (required): `https://auth.unitedeffects.com/<auth group id>`. Write it in the options. The
 *   request repeats it as the parameter `resource`, which an issuer from `AUTH_UNITED_EFFECTS_ISSUER` does not set.
 * - Email: sent. It counts as verified only if `email_verified` is `true`.
 * - United Effects supplies neither names nor pictures.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.unitedeffects.com/integrations/nextauthjs | Integration with Auth.js}
 *
 * @example
 * ```ts
 * import { UnitedEffects } from "@latchkey/auth/providers/united-effects";
 *
 * const provider = UnitedEffects({ issuer: "https://auth.unitedeffects.com/acme" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function UnitedEffects(
  options: OIDCUserConfig<UnitedEffectsProfile> = {},
): OIDCConfig<UnitedEffectsProfile> {
  return OAuth({
    id: "united-effects",
    name: "United Effects",
    type: "oidc",
    issuer: "{issuer}",
    authorization: { params: { scope: "openid email profile", resource: options.issuer } },
    options,
  });
}

export default UnitedEffects;
