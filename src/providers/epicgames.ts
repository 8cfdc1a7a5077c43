/**
 * Sign-in with Epic Games.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * The answer of the userinfo endpoint.
 *
 * @see {@link https://dev.epicgames.com/docs/web-api-ref/authentication | Auth Web APIs}
 */
export interface EpicGamesProfile extends OpenProfile {
  /** Id of the Epic account. It never changes. */
  readonly sub: string;
  /** Display name. It can change. */
  readonly preferred_username?: string;
  /** Display name. */
  readonly name?: string;
}

/**
 * Describes Epic Games: Epic Account Services.
 *
 * - Register: in the developer portal, create a product, and a client in it with the redirect URL
 *   `<origin>/auth/callback/epicgames`. Under "Epic Account Services", configure an application with the permission
 *   "Basic Profile", and link the client. Until the brand review, only members of your organization can sign in.
 * - Console: https://dev.epicgames.com/portal
 * - Environment: `AUTH_EPICGAMES_ID`, `AUTH_EPICGAMES_SECRET`.
 * - Email: never sent.
 * - There is no picture.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://dev.epicgames.com/docs/epic-account-services/getting-started | Get started with Epic Account Services}
 *
 * @example
 * ```ts
 * import { EpicGames } from "@latchkey/auth/providers/epicgames";
 *
 * const provider = EpicGames({ authorization: { params: { scope: "basic_profile friends_list" } } });
 * console.assert(provider.id === "epicgames");
 * ```
 */
export function EpicGames(options: OAuthUserConfig<EpicGamesProfile> = {}): OAuthConfig<EpicGamesProfile> {
  return OAuth({
    id: "epicgames",
    name: "Epic Games",
    type: "oauth",
    authorization: { url: "https://www.epicgames.com/id/authorize", params: { scope: "basic_profile" } },
    token: "https://api.epicgames.dev/epic/oauth/v2/token",
    userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
    verifiedEmail: false,
    style: { brandColor: "#313131", mark: () => import("./marks/epicgames.ts") },
    options,
  });
}

export default EpicGames;
