/**
 * Sign-in with TikTok.
 *
 * @module
 */

import type { OAuthConfig } from "./types.ts";
import { VideoApp, type VideoAppOptions, type VideoAppProfile } from "./videoapp.ts";

/** The answer of TikTok's user-info endpoint. */
export type TikTokProfile = VideoAppProfile;

/** Options of `TikTok()`. */
export type TikTokOptions = VideoAppOptions;

/**
 * Describes TikTok (Login Kit for Web).
 *
 * - Callback URL to register: `<origin>/auth/callback/tiktok`, https only. Production apps cannot use localhost, and
 *   TikTok must approve domain and callback URL. Use the sandbox for tests.
 * - Environment: `AUTH_TIKTOK_ID` (the client key), `AUTH_TIKTOK_SECRET`.
 * - Scope `user.info.profile`. Separate scopes by commas; list each user-info field in `fields`.
 * - TikTok supplies no e-mail address: `user.email` is the account name. It contains no `@`, so the library neither finds a
 *   user by it nor stores it in a database. Do not send mail to it. Without a display name, it is `user.name` as well.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.tiktok.com/doc/login-kit-web | Login Kit for Web}
 *
 * @example
 * ```ts
 * import { TikTok } from "@latchkey/auth/providers/tiktok";
 *
 * const provider = TikTok({
 *   userinfo: { params: { fields: "open_id,union_id,avatar_url,display_name,username" } },
 * });
 * console.assert(provider.id === "tiktok");
 * ```
 */
export function TikTok(options: TikTokOptions = {}): OAuthConfig<TikTokProfile> {
  return { ...VideoApp(options), id: "tiktok", name: "TikTok", style: { brandColor: "#000" } };
}

export default TikTok;
