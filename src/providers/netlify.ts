/**
 * Sign-in with Netlify.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /api/v1/user` returns it.
 *
 * @see {@link https://open-api.netlify.com/ | getCurrentUser}
 */
export interface NetlifyProfile extends OpenProfile {
  /** Id of the account. It never changes. */
  readonly id: string;
  /** Full name. */
  readonly full_name?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** URL of the picture. */
  readonly avatar_url?: string | null;
  /** Number of sites. */
  readonly site_count?: number;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
  /** When the user last signed in to Netlify, as an ISO 8601 date-time. */
  readonly last_login?: string;
  /** How the user signs in to Netlify, such as `["github"]`. */
  readonly login_providers?: readonly string[];
}

/**
 * Describes Netlify.
 *
 * - Register: under User settings, OAuth applications, create an application with the redirect URI
 *   `<origin>/auth/callback/netlify`.
 * - Console: https://app.netlify.com/user/applications
 * - Environment: `AUTH_NETLIFY_ID`, `AUTH_NETLIFY_SECRET`.
 * - Email: sent. It never counts as verified: Netlify does not say whether it is.
 * - There are no scopes: the access token can do whatever the user can do. Do not store it if you only sign users in:
 *   `account: () => ({})`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.netlify.com/api/get-started/ | Get started with Netlify's API}
 *
 * @example
 * ```ts
 * import { Netlify } from "@latchkey/auth/providers/netlify";
 *
 * const provider = Netlify({ account: () => ({}) });
 * console.assert(provider.id === "netlify");
 * ```
 */
export function Netlify(options: OAuthUserConfig<NetlifyProfile> = {}): OAuthConfig<NetlifyProfile> {
  return OAuth({
    id: "netlify",
    name: "Netlify",
    type: "oauth",
    authorization: "https://app.netlify.com/authorize",
    token: "https://api.netlify.com/oauth/token",
    userinfo: "https://api.netlify.com/api/v1/user",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#32e6e2", mark: () => import("./marks/netlify.ts") },
    options,
  });
}

export default Netlify;

function toUser(profile: NetlifyProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.full_name,
    email: profile.email,
    image: profile.avatar_url,
  };
}
