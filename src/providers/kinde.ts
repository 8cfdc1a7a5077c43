/**
 * Sign-in with Kinde.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Kinde's ID token.
 *
 * @see {@link https://docs.kinde.com/build/tokens/about-id-tokens/ | About ID tokens}
 */
export interface KindeProfile extends StandardClaims, OpenProfile {
  /** Id of the user, such as `kp_5d1f…`. */
  readonly sub: string;
  /** Codes of the organizations that the user belongs to. */
  readonly org_codes?: readonly string[];
}

/**
 * Describes a business of Kinde. The endpoints come from discovery.
 *
 * - Register: under Settings, Applications, add a "Back-end web" application, and the allowed callback URL
 *   `<origin>/auth/callback/kinde`.
 * - Console: https://app.kinde.com/
 * - Environment: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`, `AUTH_KINDE_ISSUER` (the domain of the application).
 * - Options: `issuer` (required), the domain: `https://<name>.kinde.com`, or your own one.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`.
 * - Logout: add `<origin>/auth/post-logout` to "Allowed logout redirect URLs" of the application.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.kinde.com/ | Documentation of Kinde}
 *
 * @example
 * ```ts
 * import { Kinde } from "@latchkey/auth/providers/kinde";
 *
 * const provider = Kinde({ issuer: "https://acme.kinde.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Kinde(options: OIDCUserConfig<KindeProfile> = {}): OIDCConfig<KindeProfile> {
  return OAuth({
    id: "kinde",
    name: "Kinde",
    type: "oidc",
    issuer: "{issuer}",
    // https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/
    endSession: { url: "{issuer}/logout", params: { client_id: undefined }, redirectParam: "redirect" },
    style: { brandColor: "#000" },
    options,
  });
}

export default Kinde;
