/**
 * Sign-in with Pipedrive.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /v1/users/me`.
 *
 * @see {@link https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser | Get current user data}
 */
export interface PipedriveProfile extends OpenProfile {
  /** Whether the request succeeded. */
  readonly success: boolean;
  /** The user. */
  readonly data: OpenProfile & {
    /** Number of the user. It never changes. */
    readonly id: number;
    /** Full name. */
    readonly name: string;
    /** Email address. */
    readonly email: string;
    /** Number of the phone. */
    readonly phone?: string | null;
    /** URL of the picture. */
    readonly icon_url?: string | null;
    /** Locale, such as `en_GB`. */
    readonly locale?: string;
    /** Currency, such as `EUR`. */
    readonly default_currency?: string;
    /** Time zone, such as `Europe/London`. */
    readonly timezone_name?: string;
    /** Whether the user has activated the account. */
    readonly activated?: boolean;
    /** Whether the user is not switched off. */
    readonly active_flag?: boolean;
    /** Whether the user administers the company: `1` or `0`. */
    readonly is_admin?: number;
    /** When the user last signed in to Pipedrive: `2024-01-31 12:00:00`, in UTC. */
    readonly last_login?: string;
    /** When the user was created: `2024-01-31 12:00:00`, in UTC. */
    readonly created?: string;
    /** Number of the company. */
    readonly company_id?: number;
    /** Name of the company. */
    readonly company_name?: string;
    /** Subdomain of the company at pipedrive.com. */
    readonly company_domain?: string;
    /** Country of the company, such as `GB`. */
    readonly company_country?: string;
    /** Language of the user. */
    readonly language?: {
      /** Language, such as `en`. */
      readonly language_code?: string;
      /** Country, such as `GB`. */
      readonly country_code?: string;
    };
  };
}

/**
 * Describes Pipedrive.
 *
 * - Register: in the Developer Hub, create an app with the callback URL `<origin>/auth/callback/pipedrive`. An unlisted
 *   app is enough to sign users in.
 * - Console: https://developers.pipedrive.com/
 * - Environment: `AUTH_PIPEDRIVE_ID`, `AUTH_PIPEDRIVE_SECRET`.
 * - Email: sent. It never counts as verified: Pipedrive does not say whether it is.
 * - Revocation: for Pipedrive, the user has uninstalled the app when a refresh token is revoked.
 * - The scopes are those of the app. The smallest one, `base`, is enough.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://pipedrive.readme.io/docs/marketplace-oauth-authorization | OAuth authorization}
 * @see {@link https://github.com/pipedrive/client-nodejs/blob/master/src/versions/v2/configuration.ts | Revocation in the client of Pipedrive}
 *
 * @example
 * ```ts
 * import { Pipedrive } from "@latchkey/auth/providers/pipedrive";
 *
 * const provider = Pipedrive();
 * console.assert(provider.id === "pipedrive");
 * ```
 */
export function Pipedrive(options: OAuthUserConfig<PipedriveProfile> = {}): OAuthConfig<PipedriveProfile> {
  return OAuth({
    id: "pipedrive",
    name: "Pipedrive",
    type: "oauth",
    authorization: "https://oauth.pipedrive.com/oauth/authorize",
    token: "https://oauth.pipedrive.com/oauth/token",
    userinfo: "https://api.pipedrive.com/v1/users/me",
    revocation: "https://oauth.pipedrive.com/oauth/revoke",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#017737" },
    options,
  });
}

export default Pipedrive;

function toUser({ data }: PipedriveProfile): ProviderUser {
  return { id: data?.id, name: data?.name, email: data?.email, image: data?.icon_url };
}
