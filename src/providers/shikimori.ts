/**
 * Sign-in with Shikimori.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /api/users/whoami` returns it.
 *
 * @see {@link https://shikimori.one/api/doc/1.0/users/whoami | Current user}
 */
export interface ShikimoriProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly id: number;
  /** Account name. It can change. */
  readonly nickname: string;
  /** URL of the picture, 48 × 48 pixels. */
  readonly avatar?: string | null;
  /** URLs of the picture in other sizes, by size: `x160`, `x148`, `x80` and so on. */
  readonly image?: Readonly<Record<string, string>>;
  /** When the user was last online, as an ISO 8601 date-time. */
  readonly last_online_at?: string;
  /** URL of the user's page. */
  readonly url?: string;
  /** Name, as the user wrote it. */
  readonly name?: string | null;
  /** `male` or `female`. */
  readonly sex?: string | null;
  /** Web page, as the user wrote it. */
  readonly website?: string | null;
  /** Birthday, such as `1990-01-31`. */
  readonly birth_on?: string | null;
  /** Age in years. */
  readonly full_years?: number | null;
  /** Language, such as `ru`. */
  readonly locale?: string;
}

/**
 * Describes Shikimori.
 *
 * - Register: create an application at shikimori.one/oauth/applications, with the redirect URI
 *   `<origin>/auth/callback/shikimori`.
 * - Console: https://shikimori.one/oauth/applications
 * - Environment: `AUTH_SHIKIMORI_ID`, `AUTH_SHIKIMORI_SECRET`.
 * - Email: never sent.
 * - Shikimori asks for the name of the application in the header `User-Agent`:
 *   `userinfo: { headers: { "user-agent": "My application" } }`.
 * - Shikimori has moved to other domains before. If it moves again, set `url` of `authorization`, `token`,
 *   `userinfo` and `revocation`. The ids stay the same.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://shikimori.one/oauth | OAuth2 guide}
 * @see {@link https://github.com/shikimori/shikimori/blob/master/config/routes.rb | The routes of Doorkeeper, of which it uses those for tokens}
 *
 * @example
 * ```ts
 * import { Shikimori } from "@latchkey/auth/providers/shikimori";
 *
 * const provider = Shikimori({ userinfo: { headers: { "user-agent": "My application" } } });
 * console.assert(provider.id === "shikimori");
 * ```
 */
export function Shikimori(options: OAuthUserConfig<ShikimoriProfile> = {}): OAuthConfig<ShikimoriProfile> {
  return OAuth({
    id: "shikimori",
    name: "Shikimori",
    type: "oauth",
    authorization: "https://shikimori.one/oauth/authorize",
    token: "https://shikimori.one/oauth/token",
    userinfo: "https://shikimori.one/api/users/whoami",
    revocation: "https://shikimori.one/oauth/revoke",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#343434" },
    options,
  });
}

export default Shikimori;

function toUser(profile: ShikimoriProfile): ProviderUser {
  return { id: profile.id, name: profile.nickname, email: null, image: profile.avatar };
}
