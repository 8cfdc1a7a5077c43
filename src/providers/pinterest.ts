/**
 * Sign-in with Pinterest.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v5/user_account` returns it.
 *
 * @see {@link https://developers.pinterest.com/docs/api/v5/user_account-get/ | Get user account}
 */
export interface PinterestProfile extends OpenProfile {
  /** Account name. It can change, and another user can then take it. */
  readonly username: string;
  /** Id of the account. It never changes. */
  readonly id?: string;
  /** `PINNER` or `BUSINESS`. */
  readonly account_type?: "BUSINESS" | "PINNER";
  /** URL of the picture. */
  readonly profile_image?: string;
  /** Web page, as the user wrote it. */
  readonly website_url?: string;
  /** A few words about the user. */
  readonly about?: string;
  /** Name of a business. */
  readonly business_name?: string | null;
  /** Number of boards. */
  readonly board_count?: number;
  /** Number of pins. */
  readonly pin_count?: number;
  /** Number of followers. */
  readonly follower_count?: number;
  /** Number of accounts that the user follows. */
  readonly following_count?: number;
  /** Views in the last 30 days. */
  readonly monthly_views?: number;
}

/**
 * Describes Pinterest.
 *
 * - Register: connect an app at developers.pinterest.com, with the redirect URI `<origin>/auth/callback/pinterest`.
 *   With trial access, only you can sign in: apply for standard access.
 * - Console: https://developers.pinterest.com/apps/
 * - Environment: `AUTH_PINTEREST_ID` (the app ID), `AUTH_PINTEREST_SECRET`.
 * - Email: never sent.
 * - Separate scopes by commas: `authorization: { params: { scope: "user_accounts:read,boards:read" } }`.
 * - The id of an account is `id`, which never changes. Auth.js uses the account name, which can change: its next owner
 *   would sign in as the user. For a store with such accounts, set `acceptFormerAccountIds: true`; without it, their
 *   owners are refused.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.pinterest.com/docs/getting-started/authentication/ | Authentication}
 *
 * @example
 * ```ts
 * import { Pinterest } from "@latchkey/auth/providers/pinterest";
 *
 * const provider = Pinterest({ acceptFormerAccountIds: true });
 * console.assert(provider.id === "pinterest");
 * ```
 */
export function Pinterest(options: OAuthUserConfig<PinterestProfile> = {}): OAuthConfig<PinterestProfile> {
  return OAuth({
    id: "pinterest",
    name: "Pinterest",
    type: "oauth",
    authorization: {
      url: "https://www.pinterest.com/oauth",
      params: { scope: "user_accounts:read" },
      scopeSeparator: ",",
    },
    token: "https://api.pinterest.com/v5/oauth/token",
    userinfo: "https://api.pinterest.com/v5/user_account",
    profile: toUser,
    // A name of digits alone has the form of an id, and could be that of another user.
    formerAccountId: ({ username }) => /^\d*$/.test(username ?? "") ? null : username,
    acceptFormerAccountIds: false,
    verifiedEmail: false,
    style: { brandColor: "#bd081c", mark: () => import("./marks/pinterest.ts") },
    options,
  });
}

/** The name of `Pinterest` in Auth.js. */
export const PinterestProvider: typeof Pinterest = Pinterest;

export default Pinterest;

function toUser(profile: PinterestProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.username,
    email: null,
    image: profile.profile_image,
  };
}
