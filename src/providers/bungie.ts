/**
 * Sign-in with Bungie.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `User.GetMembershipDataForCurrentUser`.
 *
 * @see {@link https://bungie-net.github.io/multi/operation_get_User-GetMembershipDataForCurrentUser.html | Get membership data}
 */
export interface BungieProfile extends OpenProfile {
  /** The data. */
  readonly Response: {
    /** The account at Bungie.net. */
    readonly bungieNetUser: OpenProfile & {
      /** Id of the account: a number, as text. It never changes. */
      readonly membershipId: string;
      /** Display name. It can change. */
      readonly displayName: string;
      /** Display name with a number, unique. It can change. */
      readonly uniqueName?: string;
      /** Path of the picture at `https://www.bungie.net`. */
      readonly profilePicturePath?: string;
      /** Locale, such as `en`. */
      readonly locale?: string;
      /** When the user first signed in, as an ISO 8601 date-time. */
      readonly firstAccess?: string;
    };
    /** Accounts in Destiny, one for each platform. */
    readonly destinyMemberships?: readonly OpenProfile[];
    /** Id of the primary account in Destiny. Absent if the user has none. */
    readonly primaryMembershipId?: string;
  };
  /** `1` for success. */
  readonly ErrorCode?: number;
  /** Name of the error; `Success` for none. */
  readonly ErrorStatus?: string;
}

/** Options of `Bungie()`. */
export type BungieOptions = OAuthUserConfig<BungieProfile> & {
  /** API key of the application, which each request to the API needs. Required. */
  readonly apiKey?: string;
};

/**
 * Describes Bungie.
 *
 * - Register: at https://www.bungie.net/en/Application, create an application of the type "Confidential", with the
 *   redirect URL `<origin>/auth/callback/bungie` and the scope "Read your Destiny information". The URL needs https and
 *   cannot be localhost: use `https://127.0.0.1`.
 * - Console: https://www.bungie.net/en/Application
 * - Local: `https://127.0.0.1:8000/auth/callback/bungie`. `http://localhost:8000/auth/callback/bungie` is refused: let the
 *   development server speak https, or use an https tunnel.
 * - Environment: `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`.
 * - Options: `apiKey` (required), the API key that Bungie shows beside the client id.
 * - Email: never sent.
 * - No scope is sent: a token has the scopes of the application.
 * - `reauth` is `true`, so that users can choose another account of a platform.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://github.com/Bungie-net/api/wiki/OAuth-Documentation | OAuth documentation}
 *
 * @example
 * ```ts
 * import { Bungie } from "@latchkey/auth/providers/bungie";
 *
 * const provider = Bungie({ apiKey: "0123456789abcdef" });
 * console.assert(provider.id === "bungie");
 * ```
 */
export function Bungie(options: BungieOptions = {}): OAuthConfig<BungieProfile> {
  return OAuth({
    id: "bungie",
    name: "Bungie",
    type: "oauth",
    authorization: { url: "https://www.bungie.net/en/OAuth/Authorize", params: { reauth: "true" } },
    token: "https://www.bungie.net/platform/app/oauth/token/",
    userinfo: {
      url: "https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/",
      headers: { "x-api-key": "{apiKey}" },
    },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0075bb", mark: () => import("./marks/bungie.ts") },
    options,
  });
}

export default Bungie;

function toUser({ Response }: BungieProfile): ProviderUser {
  const user = Response?.bungieNetUser;
  return {
    id: user?.membershipId,
    name: user?.displayName || user?.uniqueName,
    email: null,
    image: toImage(user?.profilePicturePath),
  };
}

function toImage(path: unknown): string | null {
  return typeof path === "string" && path.startsWith("/") ? `https://www.bungie.net${path}` : null;
}
