/**
 * Sign-in with TikTok.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import type { OAuthConfig, OAuthUserConfig } from "../model/provider.ts";
import { VideoApp, type VideoAppProfile } from "./videoapp.ts";

/** The answer of TikTok's user-info endpoint. */
export type TikTokProfile = VideoAppProfile;

/** The name of `TikTokProfile` in Auth.js. */
export type TiktokProfile = TikTokProfile;

/**
 * Describes TikTok (Login Kit for Web).
 *
 * - Register: create an app at TikTok for Developers, add the product "Login Kit" with the redirect URI
 *   `<origin>/auth/callback/tiktok`, https only. Production apps cannot use localhost, and TikTok must approve domain and
 *   redirect URI. Use the sandbox for tests.
 * - Console: https://developers.tiktok.com/apps/
 * - Environment: `AUTH_TIKTOK_ID` (the client key), `AUTH_TIKTOK_SECRET`.
 * - Email: never sent.
 * - Revocation: TikTok disconnects the application from the account of the user. The library exchanges the refresh
 *   token for an access token, because the stored one may have ended.
 * - The scope is `user.info.basic`, which each app with Login Kit has. The account name needs `user.info.profile`, which
 *   TikTok grants on request, and its field, as the example shows. Separate scopes by commas. TikTok refuses the whole
 *   sign-in if the app does not have one of them.
 * - PKCE is off: TikTok documents it for desktop apps only, with a challenge that departs from RFC 7636. The client secret
 *   and `state` protect the sign-in.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.tiktok.com/doc/login-kit-web | Login Kit for Web}
 * @see {@link https://developers.tiktok.com/docs/en/oauth-revoke-a-user-access-token | Revoke a user access token}
 *
 * @example
 * ```ts
 * import { TikTok } from "@latchkey/auth/providers/tiktok";
 *
 * const provider = TikTok({
 *   authorization: { params: { scope: "user.info.basic,user.info.profile" } },
 *   userinfo: { params: { fields: "open_id,avatar_url,display_name,username" } },
 * });
 * console.assert(provider.id === "tiktok");
 * ```
 */
export function TikTok(options: OAuthUserConfig<TikTokProfile> = {}): OAuthConfig<TikTokProfile> {
  const provider = VideoApp(options);
  return {
    ...provider,
    id: "tiktok",
    name: "TikTok",
    authorization: {
      url: "https://www.tiktok.com/v2/auth/authorize",
      params: ({ clientId }) => ({ client_key: clientId, scope: "user.info.basic" }),
      scopeSeparator: ",",
    },
    userinfo: {
      url: "https://open.tiktokapis.com/v2/user/info/",
      params: { fields: "open_id,avatar_url,display_name" },
    },
    profile: async (profile, tokens) => ({
      ...await provider.profile!(profile, tokens),
      email: profile.data?.user?.email ?? null,
    }),
    // TikTok's S256 is the hexadecimal digest, not that of RFC 7636, and only for apps of the desktop.
    checks: WITHOUT_PKCE,
    verifiedEmail: false,
    style: { brandColor: "#000", mark: () => import("./marks/tiktok.ts") },
  };
}

export default TikTok;
