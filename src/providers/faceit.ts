/**
 * Sign-in with FACEIT.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of the userinfo endpoint.
 *
 * @see {@link https://cdn.faceit.com/third_party/docs/FACEIT_Connect_3.0.pdf | FACEIT Connect}
 */
export interface FACEITProfile extends OpenProfile {
  /** Id of the user, a UUID. */
  readonly guid: string;
  /** Account name. */
  readonly nickname?: string;
  /** Name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Email address. */
  readonly email?: string;
  /** URL of the picture. */
  readonly picture?: string;
  /** Date of birth, such as `1990-12-31`. */
  readonly birthdate?: string;
  /** Locale, such as `en`. */
  readonly locale?: string;
}

/**
 * Describes FACEIT.
 *
 * - Register: at https://developers.faceit.com, create an OAuth2 client of an app with the redirect URI
 *   `<origin>/auth/callback/faceit`, the grant "Authorization code", and the scopes `openid`, `email` and `profile`.
 * - Console: https://developers.faceit.com
 * - Environment: `AUTH_FACEIT_ID`, `AUTH_FACEIT_SECRET`.
 * - Email: sent. It never counts as verified: FACEIT does not document whether it is.
 * - `redirect_popup` is `true`. Otherwise FACEIT expects to be opened in a popup.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.faceit.com/getting-started/FACEIT%20Connect/oauth2 | OAuth2}
 *
 * @example
 * ```ts
 * import { FACEIT } from "@latchkey/auth/providers/faceit";
 *
 * const provider = FACEIT();
 * console.assert(provider.id === "faceit");
 * ```
 */
export function FACEIT(options: OAuthUserConfig<FACEITProfile> = {}): OAuthConfig<FACEITProfile> {
  return OAuth({
    id: "faceit",
    name: "FACEIT",
    type: "oauth",
    authorization: {
      url: "https://accounts.faceit.com/accounts",
      params: { scope: "openid email profile", redirect_popup: "true" },
    },
    token: "https://api.faceit.com/auth/v1/oauth/token",
    userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff5500", mark: () => import("./marks/faceit.ts") },
    options,
  });
}

export default FACEIT;

function toUser(profile: FACEITProfile): ProviderUser {
  return {
    id: profile.guid,
    name: profile.name || profile.nickname,
    email: profile.email,
    image: profile.picture,
  };
}
