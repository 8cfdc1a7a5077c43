/**
 * Sign-in with Webex.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The person, as `GET /people/me` returns it.
 *
 * @see {@link https://developer.webex.com/docs/api/v1/people/get-my-own-details | Get my own details}
 */
export interface WebexProfile extends OpenProfile {
  /** Id of the person. It never changes. */
  readonly id: string;
  /** Email addresses, the main one first. */
  readonly emails: readonly string[];
  /** Full name. */
  readonly displayName?: string;
  /** Nickname. */
  readonly nickName?: string;
  /** Given name. */
  readonly firstName?: string;
  /** Family name. */
  readonly lastName?: string;
  /** URL of the picture. Absent without one. */
  readonly avatar?: string;
  /** Id of the organization. */
  readonly orgId?: string;
  /** When the person was created, as an ISO 8601 date-time. */
  readonly created?: string;
  /** When the person was last changed, as an ISO 8601 date-time. */
  readonly lastModified?: string;
  /** Time zone, such as `Europe/London`. */
  readonly timezone?: string;
  /** Presence, such as `active`. */
  readonly status?: string;
  /** `person` or `bot`. */
  readonly type?: string;
}

/** Options of `Webex()`. */
export type WebexOptions = OAuthUserConfig<WebexProfile> & {
  /** Base URL of the API, without a slash at the end. Default `https://webexapis.com/v1`. */
  readonly apiBaseUrl?: string;
};

/**
 * Describes Webex.
 *
 * - Register: at developer.webex.com, create an integration with the redirect URI `<origin>/auth/callback/webex` and
 *   the scopes `spark:kms` and `spark:people_read`.
 * - Console: https://developer.webex.com/my-apps
 * - Environment: `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`.
 * - Options: `apiBaseUrl`, the base URL of the API. Default `https://webexapis.com/v1`. Webex for Government has
 *   `https://api-usgov.webex.com/v1`.
 * - Email: sent. It never counts as verified: an organization manages the addresses of its users.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.webex.com/docs/integrations | Integrations and authorization}
 *
 * @example
 * ```ts
 * import { Webex } from "@latchkey/auth/providers/webex";
 *
 * const provider = Webex({ apiBaseUrl: "https://api-usgov.webex.com/v1" });
 * console.assert(provider.id === "webex");
 * ```
 */
export function Webex(options: WebexOptions = {}): OAuthConfig<WebexProfile> {
  const base = (options.apiBaseUrl ?? "https://webexapis.com/v1") || "{apiBaseUrl}";
  return OAuth({
    id: "webex",
    name: "Webex",
    type: "oauth",
    authorization: { url: `${base}/authorize`, params: { scope: "spark:kms spark:people_read" } },
    token: `${base}/access_token`,
    userinfo: `${base}/people/me`,
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#00bceb" },
    options,
  });
}

export default Webex;

function toUser(profile: WebexProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.displayName,
    email: profile.emails?.[0],
    image: profile.avatar ?? null,
  };
}
