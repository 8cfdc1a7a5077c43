/**
 * Sign-in with Box.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /2.0/users/me` returns it.
 *
 * @see {@link https://developer.box.com/reference/resources/user/ | User}
 */
export interface BoxProfile extends OpenProfile {
  /** Id of the user: a number, as text. */
  readonly id: string;
  /** `user`. */
  readonly type?: string;
  /** Display name. */
  readonly name: string;
  /** Email address that the user signs in with. */
  readonly login: string;
  /** URL of the picture. */
  readonly avatar_url?: string;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
  /** When the account was last changed, as an ISO 8601 date-time. */
  readonly modified_at?: string;
  /** Language, such as `en`. */
  readonly language?: string;
  /** Time zone, such as `Europe/London`. */
  readonly timezone?: string;
  /** `active`, `inactive`, `cannot_delete_edit` or `cannot_delete_edit_upload`. */
  readonly status?: string;
  /** Job title. */
  readonly job_title?: string;
}

/**
 * Describes Box.
 *
 * - Register: in the developer console, create a custom app with "User Authentication (OAuth 2.0)", and the redirect
 *   URI `<origin>/auth/callback/box`. Redirect URIs need https, except on localhost.
 * - Console: https://app.box.com/developers/console
 * - Environment: `AUTH_BOX_ID`, `AUTH_BOX_SECRET`.
 * - Email: the login, always sent. It never counts as verified: an administrator of an enterprise can set it.
 * - No scope is sent: a token has the scopes that the app has in the console.
 * - A browser shows the picture only while the user is signed in at Box.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.box.com/guides/authentication/oauth2/ | User authentication with OAuth 2.0}
 * @see {@link https://developer.box.com/guides/authentication/tokens/revoke | Revoke a token}
 *
 * @example
 * ```ts
 * import { Box } from "@latchkey/auth/providers/box";
 *
 * const provider = Box();
 * console.assert(provider.id === "box");
 * ```
 */
export function Box(options: OAuthUserConfig<BoxProfile> = {}): OAuthConfig<BoxProfile> {
  return OAuth({
    id: "box",
    name: "Box",
    type: "oauth",
    authorization: "https://account.box.com/api/oauth2/authorize",
    token: "https://api.box.com/oauth2/token",
    userinfo: "https://api.box.com/2.0/users/me",
    revocation: "https://api.box.com/oauth2/revoke",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0075c9", mark: () => import("./marks/box.ts") },
    options,
  });
}

export default Box;

function toUser(profile: BoxProfile): ProviderUser {
  return { id: profile.id, name: profile.name, email: profile.login, image: profile.avatar_url };
}
