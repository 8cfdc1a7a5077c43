/**
 * Sign-in with Passage.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Passage's ID token.
 *
 * @see {@link https://docs.passage.id/hosted-login/oidc-client-configuration | OIDC client configuration}
 */
export interface PassageProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Email address. */
  readonly email?: string;
  /** Whether Passage has verified the address. */
  readonly email_verified?: boolean;
  /** Phone number, such as `+441234567890`. */
  readonly phone?: string;
  /** Whether the phone number is verified. */
  readonly phone_number_verified?: boolean;
  /** Client identifier of the application. */
  readonly client_id?: string;
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
}

/**
 * Describes an application of Passage. The endpoints come from discovery. 1Password ended Passage in
 * January 2026: the service is gone. Choose another provider.
 *
 * - Register: in the console, an application with "Hosted Login" and the callback URL
 *   `<origin>/auth/callback/passage`.
 * - Console: https://console.passage.id/
 * - Environment: `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET`, `AUTH_PASSAGE_ISSUER`.
 * - Options: `issuer` (required), as the console shows it: `https://<name>.withpassage.com`.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`.
 * - Passage supplies neither names nor pictures.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.passage.id/hosted-login/oidc-client-configuration | OIDC client configuration}
 *
 * @example
 * ```ts
 * import { Passage } from "@latchkey/auth/providers/passage";
 *
 * const provider = Passage({ issuer: "https://acme.withpassage.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Passage(options: OIDCUserConfig<PassageProfile> = {}): OIDCConfig<PassageProfile> {
  return OAuth({
    id: "passage",
    name: "Passage",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#3d53f6" },
    options,
  });
}

export default Passage;
