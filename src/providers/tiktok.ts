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
 * - Register: create an app at TikTok for Developers, add the product "Login Kit" with the redirect URI
 *   `<origin>/auth/callback/tiktok`, https only. Production apps cannot use localhost, and TikTok must approve domain and
 *   redirect URI. Use the sandbox for tests.
 * - Environment: `AUTH_TIKTOK_ID` (the client key), `AUTH_TIKTOK_SECRET`.
 * - Email: never sent. Auth.js puts the account name into `user.email`; here it is `null`.
 * - Separate scopes by commas, and list each user-info field in `fields`.
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
  const provider = VideoApp(options);
  return {
    ...provider,
    id: "tiktok",
    name: "TikTok",
    profile: async (profile, tokens) => ({
      ...await provider.profile!(profile, tokens),
      email: profile.data?.user?.email ?? null,
    }),
    verifiedEmail: false,
    style: { brandColor: "#000", mark: () => import("./marks/tiktok.ts") },
  };
}

export default TikTok;
