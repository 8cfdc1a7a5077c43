/**
 * Sign-in with WordPress.com.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /rest/v1/me` returns it.
 *
 * @see {@link https://developer.wordpress.com/docs/api/1.1/get/me/ | GET /me}
 */
export interface WordPressProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly ID: number;
  /** Display name. */
  readonly display_name: string;
  /** Account name. It can change. */
  readonly username?: string;
  /** Email address. */
  readonly email?: string;
  /** Whether the user has confirmed the address. */
  readonly email_verified?: boolean;
  /** URL of the picture. */
  readonly avatar_URL?: string;
  /** URL of the user's page at Gravatar. */
  readonly profile_URL?: string;
  /** Number of the user's main site. */
  readonly primary_blog?: number;
  /** URL of the user's main site. */
  readonly primary_blog_url?: string;
  /** Language, such as `en`. */
  readonly language?: string;
  /** Scopes of the access token. */
  readonly token_scope?: readonly string[];
}

/**
 * Describes WordPress.com. It signs in the users of WordPress.com, not those of a site with WordPress of its own.
 *
 * - Register: at developer.wordpress.com/apps, create an application of the type "Web" with the redirect URL
 *   `<origin>/auth/callback/wordpress`.
 * - Console: https://developer.wordpress.com/apps/
 * - Environment: `AUTH_WORDPRESS_ID`, `AUTH_WORDPRESS_SECRET`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - The scope `auth` is for the profile alone. Another scope makes the user choose a site.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.wordpress.com/docs/oauth2/ | OAuth2 authentication}
 *
 * @example
 * ```ts
 * import { WordPress } from "@latchkey/auth/providers/wordpress";
 *
 * const provider = WordPress();
 * console.assert(provider.id === "wordpress");
 * ```
 */
export function WordPress(options: OAuthUserConfig<WordPressProfile> = {}): OAuthConfig<WordPressProfile> {
  return withOwnServer({
    id: "wordpress",
    name: "WordPress.com",
    type: "oauth",
    authorization: { url: "https://public-api.wordpress.com/oauth2/authorize", params: { scope: "auth" } },
    token: "https://public-api.wordpress.com/oauth2/token",
    userinfo: "https://public-api.wordpress.com/rest/v1/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#21759b", mark: () => import("./marks/wordpress.ts") },
    options,
  });
}

export default WordPress;

function toUser(profile: WordPressProfile): ProviderUser {
  return {
    id: profile.ID,
    name: profile.display_name || profile.username,
    email: profile.email,
    image: profile.avatar_URL,
  };
}
