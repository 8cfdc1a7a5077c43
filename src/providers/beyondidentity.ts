/**
 * Sign-in with Beyond Identity.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Beyond Identity's ID token.
 *
 * @see {@link https://developer.beyondidentity.com/ | Beyond Identity for developers}
 */
export interface BeyondIdentityProfile extends StandardClaims, OpenProfile {
  /** Display name. */
  readonly name?: string;
}

/**
 * Describes an application of a Beyond Identity realm. The endpoints come from discovery.
 *
 * - Register: in the console, under Applications, create an application with the protocol OIDC, the client type
 *   "Confidential" and the redirect URI `<origin>/auth/callback/beyondidentity`.
 * - Console: https://console-us.beyondidentity.com/
 * - Environment: `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET`, `AUTH_BEYONDIDENTITY_ISSUER`.
 * - Options: `issuer` (required), as the console shows it for the application:
 *   `https://auth-us.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 * - Email: sent if the user has one. It counts as verified only if the ID token has `email_verified: true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.beyondidentity.com/ | Beyond Identity for developers}
 *
 * @example
 * ```ts
 * import { BeyondIdentity } from "@latchkey/auth/providers/beyondidentity";
 *
 * const provider = BeyondIdentity({
 *   issuer: "https://auth-us.beyondidentity.com/v1/tenants/t1/realms/r1/applications/a1",
 * });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function BeyondIdentity(
  options: OIDCUserConfig<BeyondIdentityProfile> = {},
): OIDCConfig<BeyondIdentityProfile> {
  return OAuth({
    id: "beyondidentity",
    name: "Beyond Identity",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#5077c5" },
    options,
  });
}

export default BeyondIdentity;
