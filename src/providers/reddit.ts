/**
 * Sign-in with Reddit.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /api/v1/me` returns it.
 *
 * @see {@link https://www.reddit.com/dev/api/#GET_api_v1_me | GET /api/v1/me}
 */
export interface RedditProfile extends OpenProfile {
  /** Id of the account, in base 36. It never changes. */
  readonly id: string;
  /** Account name. It never changes. */
  readonly name: string;
  /** URL of the picture. */
  readonly icon_img?: string;
  /** URL of the avatar, a drawn figure. Empty without one. */
  readonly snoovatar_img?: string;
  /** When the account was created: seconds since the epoch. */
  readonly created_utc?: number;
  /** Points for posts and comments. */
  readonly total_karma?: number;
  /** Whether the user has confirmed an email address, which Reddit does not send. */
  readonly has_verified_email?: boolean | null;
  /** Whether the account is suspended. */
  readonly is_suspended?: boolean;
  /** Whether the user has Reddit Premium. */
  readonly is_gold?: boolean;
  /** Whether the user moderates a community. */
  readonly is_mod?: boolean;
  /** Whether the user has chosen to see content for adults. */
  readonly over_18?: boolean;
}

/**
 * Describes Reddit.
 *
 * - Register: ask Reddit for API access first, under its Responsible Builder Policy: since November 2025, no one creates an
 *   app without approval. Apps from before work on. Then, under Preferences, Apps, create a "web app" with the redirect
 *   URI `<origin>/auth/callback/reddit`. An app has one redirect URI.
 * - Console: https://www.reddit.com/prefs/apps
 * - Environment: `AUTH_REDDIT_ID` (the text below the app's name), `AUTH_REDDIT_SECRET`.
 * - Email: never sent.
 * - Revocation: Reddit ends a refresh token together with its access tokens.
 * - Reddit limits requests by the header `User-Agent`, and asks for one of your own:
 *   `userinfo: { headers: { "user-agent": "web:com.example.app:1.0 (by /u/ada)" } }`.
 * - For a refresh token, set `authorization: { params: { duration: "permanent" } }`.
 * - PKCE is off, because Reddit does not support it.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://github.com/reddit-archive/reddit/wiki/OAuth2 | OAuth2}
 * @see {@link https://github.com/reddit-archive/reddit/wiki/OAuth2#manually-revoking-a-token | Manually revoking a token}
 *
 * @example
 * ```ts
 * import { Reddit } from "@latchkey/auth/providers/reddit";
 *
 * const provider = Reddit({
 *   authorization: { params: { duration: "permanent" } },
 *   userinfo: { headers: { "user-agent": "web:com.example.app:1.0 (by /u/ada)" } },
 * });
 * console.assert(provider.id === "reddit");
 * ```
 */
export function Reddit(options: OAuthUserConfig<RedditProfile> = {}): OAuthConfig<RedditProfile> {
  return OAuth({
    id: "reddit",
    name: "Reddit",
    type: "oauth",
    authorization: { url: "https://www.reddit.com/api/v1/authorize", params: { scope: "identity" } },
    token: "https://www.reddit.com/api/v1/access_token",
    // Without this parameter, `&` in the URL of the picture is `&amp;`.
    userinfo: { url: "https://oauth.reddit.com/api/v1/me", params: { raw_json: 1 } },
    revocation: "https://www.reddit.com/api/v1/revoke_token",
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff4500", mark: () => import("./marks/reddit.ts") },
    options,
  });
}

export default Reddit;

function toUser(profile: RedditProfile): ProviderUser {
  return { id: profile.id, name: profile.name, email: null, image: profile.icon_img || null };
}
