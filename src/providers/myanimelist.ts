/**
 * Sign-in with MyAnimeList.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /users/@me` returns it.
 *
 * @see {@link https://myanimelist.net/apiconfig/references/api/v2 | MyAnimeList API}
 */
export interface MyAnimeListProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly id: number;
  /** Account name. It can change. */
  readonly name: string;
  /** URL of the picture. Absent without one. */
  readonly picture?: string;
  /** `male`, `female` or `non_binary`. Absent if the user has not set it. */
  readonly gender?: string | null;
  /** Birthday, such as `1990-01-31`. Absent if the user has not set it. */
  readonly birthday?: string | null;
  /** Location, as the user wrote it. */
  readonly location?: string | null;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly joined_at?: string;
  /** Time zone, such as `America/Los_Angeles`. */
  readonly time_zone?: string | null;
  /** Whether the user pays for the site. */
  readonly is_supporter?: boolean | null;
}

/**
 * Describes MyAnimeList.
 *
 * - Register: under Preferences, API, create an ID of the app type "web", which has a client secret, with the redirect
 *   URL `<origin>/auth/callback/myanimelist`. The other app types have no secret: for them, set
 *   `client: { token_endpoint_auth_method: "none" }`.
 * - Console: https://myanimelist.net/apiconfig
 * - Environment: `AUTH_MYANIMELIST_ID`, `AUTH_MYANIMELIST_SECRET`.
 * - Email: never sent.
 * - The PKCE challenge is sent as it is (`plain`), because MyAnimeList knows no other method.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://myanimelist.net/apiconfig/references/authorization | Authorization}
 *
 * @example
 * ```ts
 * import { MyAnimeList } from "@latchkey/auth/providers/myanimelist";
 *
 * const provider = MyAnimeList();
 * console.assert(provider.codeChallengeMethod === "plain");
 * ```
 */
export function MyAnimeList(
  options: OAuthUserConfig<MyAnimeListProfile> = {},
): OAuthConfig<MyAnimeListProfile> {
  return OAuth({
    id: "myanimelist",
    name: "MyAnimeList",
    type: "oauth",
    authorization: "https://myanimelist.net/v1/oauth2/authorize",
    token: "https://myanimelist.net/v1/oauth2/token",
    userinfo: "https://api.myanimelist.net/v2/users/@me",
    codeChallengeMethod: "plain",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#2e51a2", mark: () => import("./marks/myanimelist.ts") },
    options,
  });
}

export default MyAnimeList;

function toUser(profile: MyAnimeListProfile): ProviderUser {
  return { id: profile.id, name: profile.name, email: null, image: profile.picture ?? null };
}
