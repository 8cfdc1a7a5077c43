/**
 * Sign-in with Ping Identity.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of the user at PingOne. The attribute mapping of the application says which of them it has.
 *
 * @see {@link https://docs.pingidentity.com/pingone/ | PingOne}
 */
export interface PingProfile extends StandardClaims, OpenProfile {
  /** Id of the user, unless the attribute mapping says otherwise. */
  readonly sub: string;
  /** Whether the address is verified, if the attribute is mapped. */
  readonly email_verified?: boolean;
}

/**
 * Describes an environment of PingOne, or a PingFederate server. The endpoints come from discovery.
 *
 * - Register: in the environment, under Applications, add an "OIDC Web App" with the redirect URI
 *   `<origin>/auth/callback/ping-id`, the resources `openid`, `profile` and `email`, and the token authentication
 *   method "Client Secret Basic". Switch it on.
 * - Console: https://console.pingone.com/
 * - Environment: `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`, `AUTH_PING_ID_ISSUER`.
 * - Options: `issuer` (required): `https://auth.pingone.com/<environment id>/as`, with the domain of your region
 *   (`.eu`, `.ca`, `.asia` …).
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.pingidentity.com/pingone/ | PingOne}
 *
 * @example
 * ```ts
 * import { PingId } from "@latchkey/auth/providers/ping-id";
 *
 * const provider = PingId({ issuer: "https://auth.pingone.eu/2f1b9c0e/as" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function PingId(options: OIDCUserConfig<PingProfile> = {}): OIDCConfig<PingProfile> {
  return OAuth({
    id: "ping-id",
    name: "Ping Identity",
    type: "oidc",
    issuer: "{issuer}",
    options,
  });
}

export default PingId;
