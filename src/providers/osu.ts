/**
 * Sign-in with osu!.
 *
 * @module
 */

import { byRenewal, sendBearer } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as `GET /api/v2/me` returns it.
 *
 * @see {@link https://osu.ppy.sh/docs/index.html#user | User}
 */
export interface OsuProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly id: number;
  /** Account name. It can change. */
  readonly username: string;
  /** URL of the picture. */
  readonly avatar_url: string;
  /** Country of the user, such as `GB`. */
  readonly country_code?: string;
  /** Id of the group that the account belongs to. */
  readonly default_group?: string;
  /** Whether the user was active in the last few months. */
  readonly is_active?: boolean;
  /** Whether the account is a bot. */
  readonly is_bot?: boolean;
  /** Whether the account is deleted. */
  readonly is_deleted?: boolean;
  /** Whether the user is online. */
  readonly is_online?: boolean;
  /** Whether the account is restricted for breaking the rules. */
  readonly is_restricted?: boolean;
  /** Whether the user supports the site now. */
  readonly is_supporter?: boolean;
  /** When the user was last online, as an ISO 8601 date-time. `null` if the user hides it. */
  readonly last_visit?: string | null;
  /** Colour of the name, such as `#ff66aa`. */
  readonly profile_colour?: string | null;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly join_date?: string;
  /** Location, as the user wrote it. */
  readonly location?: string | null;
  /** Web page, as the user wrote it. */
  readonly website?: string | null;
  /** The preferred mode: `osu`, `taiko`, `fruits` or `mania`. */
  readonly playmode?: string;
}

/**
 * Describes osu!.
 *
 * - Register: under Account settings, OAuth, create a new application with the callback URL
 *   `<origin>/auth/callback/osu`.
 * - Console: https://osu.ppy.sh/home/account/edit#oauth
 * - Environment: `AUTH_OSU_ID`, `AUTH_OSU_SECRET`.
 * - Email: never sent.
 * - Revocation: osu! revokes access tokens, each with its refresh token. The library exchanges the refresh token for
 *   an access token, because the stored one may have ended.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://osu.ppy.sh/docs/index.html#authentication | Authentication}
 * @see {@link https://osu.ppy.sh/docs/index.html#revoke-current-token | Revoke current token}
 *
 * @example
 * ```ts
 * import { Osu } from "@latchkey/auth/providers/osu";
 *
 * const provider = Osu({ authorization: { params: { scope: "identify friends.read" } } });
 * console.assert(provider.id === "osu");
 * ```
 */
export function Osu(options: OAuthUserConfig<OsuProfile> = {}): OAuthConfig<OsuProfile> {
  return OAuth({
    id: "osu",
    name: "osu!",
    type: "oauth",
    authorization: { url: "https://osu.ppy.sh/oauth/authorize", params: { scope: "identify" } },
    token: TOKEN_URL,
    userinfo: "https://osu.ppy.sh/api/v2/me",
    revocation: {
      url: "https://osu.ppy.sh/api/v2/oauth/tokens/current",
      request: byRenewal(TOKEN_URL, revoke),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff66aa", mark: () => import("./marks/osu.ts") },
    options,
  });
}

export default Osu;

const TOKEN_URL = "https://osu.ppy.sh/oauth/token";

const revoke = (context: TokenRequestContext) => sendBearer(context, "DELETE");

function toUser(profile: OsuProfile): ProviderUser {
  return { id: profile.id, name: profile.username, email: null, image: profile.avatar_url };
}
