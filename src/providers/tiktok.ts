/**
 * Sign-in with TikTok.
 *
 * @module
 */

import type { OAuthConfig } from "./types.ts";
import { VideoApp, type VideoAppOptions, type VideoAppProfile } from "./videoapp.ts";

/** The answer of TikTok's user-info endpoint. */
export type TikTokProfile = VideoAppProfile;

/** What an application may write for TikTok. */
export type TikTokOptions = VideoAppOptions;

/**
 * Describes TikTok (Login Kit for Web).
 *
 * - Callback URL to register: `<origin>/auth/callback/tiktok`, https only. Production apps cannot use localhost; domain
 *   and callback URL have to be approved. For tests there is a sandbox.
 * - Environment: `AUTH_TIKTOK_ID` (the client key), `AUTH_TIKTOK_SECRET`.
 * - Scope `user.info.profile`. Several scopes are separated by commas; a user-info field has to be listed in `fields`.
 * - There is no e-mail address: `user.email` is the account name instead. It has no `@`, so the library neither finds a
 *   user by it nor stores it in a database. Do not send mail to it. It is `user.name` as well if there is no display name.
 *
 * @param options What the application sets itself; it wins over the defaults.
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
