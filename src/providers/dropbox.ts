/**
 * Sign-in with Dropbox.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import { byRenewal, sendBearer } from "./_revocation.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The account, as `users/get_current_account` returns it.
 *
 * @see {@link https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account | Get current account}
 */
export interface DropboxProfile extends OpenProfile {
  /** Id of the account. It never changes. */
  readonly account_id: string;
  /** The user's names. */
  readonly name: {
    /** Given name. */
    readonly given_name: string;
    /** Family name. */
    readonly surname: string;
    /** Name in the order of the user's locale. */
    readonly display_name: string;
  };
  /** Email address. */
  readonly email: string;
  /** Whether the user has confirmed the address. */
  readonly email_verified: boolean;
  /** URL of the picture. */
  readonly profile_photo_url?: string;
  /** Language of the user, such as `en`. */
  readonly locale?: string;
}

/**
 * Describes Dropbox.
 *
 * - Register: create an app in the App Console. Add the redirect URI `<origin>/auth/callback/dropbox` under "OAuth 2", and
 *   switch `account_info.read` on under "Permissions".
 * - Console: https://www.dropbox.com/developers/apps
 * - Environment: `AUTH_DROPBOX_ID` (the app key), `AUTH_DROPBOX_SECRET`.
 * - Email: always sent. It counts as verified if `email_verified` is `true`.
 * - Revocation: Dropbox revokes access tokens, each with its refresh token and all access tokens of that. The library
 *   exchanges the refresh token for an access token, because the stored one may have ended.
 * - `token_access_type` is `offline`, so that the response has a refresh token.
 * - A renewal replaces no refresh token, so a renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.dropbox.com/oauth-guide | OAuth guide}
 * @see {@link https://dropbox.github.io/dropbox-sdk-java/api-docs/v8.0.1/com/dropbox/core/v2/auth/DbxUserAuthRequests.html | `auth/token/revoke`}
 * @see {@link https://dropbox.github.io/dropbox-sdk-java/api-docs/v8.0.1/com/dropbox/core/oauth/DbxRefreshResult.html | The answer to a renewal}
 *
 * @example
 * ```ts
 * import { Dropbox } from "@latchkey/auth/providers/dropbox";
 *
 * const provider = Dropbox({ authorization: { params: { token_access_type: "online" } } });
 * console.assert(provider.id === "dropbox");
 * ```
 */
export function Dropbox(options: OAuthUserConfig<DropboxProfile> = {}): OAuthConfig<DropboxProfile> {
  return withOwnServer({
    id: "dropbox",
    name: "Dropbox",
    type: "oauth",
    authorization: {
      url: "https://www.dropbox.com/oauth2/authorize",
      params: { scope: "account_info.read", token_access_type: "offline" },
    },
    token: { url: TOKEN_URL, refreshGrace: Infinity },
    userinfo: { url: "https://api.dropboxapi.com/2/users/get_current_account", method: "POST" },
    revocation: {
      url: "https://api.dropboxapi.com/2/auth/token/revoke",
      request: byRenewal(TOKEN_URL, revoke),
    },
    profile: toUser,
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#0061fe", mark: () => import("./marks/dropbox.ts") },
    options,
  });
}

export default Dropbox;

const TOKEN_URL = "https://api.dropboxapi.com/oauth2/token";

const revoke = (context: TokenRequestContext) => sendBearer(context, "POST");

function toUser(profile: DropboxProfile): ProviderUser {
  return {
    id: profile.account_id,
    name: profile.name?.display_name,
    email: profile.email,
    image: profile.profile_photo_url,
  };
}
