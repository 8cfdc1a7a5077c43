/**
 * Sign-in with Logto.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of Logto's ID token.
 *
 * @see {@link https://docs.logto.io/quick-starts/next-auth | Logto with Auth.js}
 */
export interface LogtoProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Full name. */
  readonly name?: string | null;
  /** User name. */
  readonly username?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** Whether Logto has verified the address. */
  readonly email_verified?: boolean;
  /** Phone number. Needs the scope `phone`. */
  readonly phone_number?: string | null;
  /** Whether the phone number is verified. */
  readonly phone_number_verified?: boolean;
  /** URL of a picture. */
  readonly picture?: string | null;
  /** Names of the user's roles. Needs the scope `roles`. */
  readonly roles?: readonly string[];
  /** Ids of the user's organizations. Needs a scope of organizations. */
  readonly organizations?: readonly string[];
  /** Roles in them, as `<organization>:<role>`. Needs a scope of organizations. */
  readonly organization_roles?: readonly string[];
  /** When the profile was last changed: milliseconds since the epoch. */
  readonly updated_at?: number;
}

/**
 * Describes a tenant of Logto. The endpoints come from discovery.
 *
 * - Register: in the console, create a "Traditional web" application with the redirect URI
 *   `<origin>/auth/callback/logto`.
 * - Console: https://cloud.logto.io/
 * - Environment: `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`, `AUTH_LOGTO_ISSUER`.
 * - Options: `issuer` (required), the "Issuer endpoint" of the application: `https://<tenant>.logto.app/oidc`.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`.
 * - The scope contains `offline_access`. Logto issues a refresh token with it only if the request also has
 *   `prompt: "consent"`: `authorization: { params: { prompt: "consent" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.logto.io/quick-starts/next-auth | Logto with Auth.js}
 *
 * @example
 * ```ts
 * import { Logto } from "@latchkey/auth/providers/logto";
 *
 * const provider = Logto({ issuer: "https://acme.logto.app/oidc" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Logto(options: OIDCUserConfig<LogtoProfile> = {}): OIDCConfig<LogtoProfile> {
  return OAuth({
    id: "logto",
    name: "Logto",
    type: "oidc",
    issuer: "{issuer}",
    authorization: { params: { scope: "openid offline_access profile email" } },
    profile: toUser,
    style: { brandColor: "#5d34f2" },
    options,
  });
}

export default Logto;

function toUser({ sub, name, username, email, picture }: LogtoProfile): ProviderUser {
  return { id: sub, name: name ?? username, email, image: picture };
}
