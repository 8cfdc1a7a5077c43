/**
 * Sign-in with Gumroad.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /v2/user`.
 *
 * @see {@link https://gumroad.com/api#user | User}
 */
export interface GumroadProfile extends OpenProfile {
  /** Whether the request succeeded. */
  readonly success: boolean;
  /** The user. */
  readonly user: OpenProfile & {
    /** Id of the user. */
    readonly user_id: string;
    /** Name. `null` if the user has none. */
    readonly name: string | null;
    /** A few words about the user. */
    readonly bio?: string | null;
    /** Account name at Twitter. */
    readonly twitter_handle?: string | null;
    /** Email address. Depends on the granted scopes. */
    readonly email?: string;
    /** URL of the user's page. Absent without an account name. */
    readonly url?: string;
    /** URL of the picture. */
    readonly profile_url?: string;
  };
}

/**
 * Describes Gumroad.
 *
 * - Register: in the settings, under Advanced, create an application with the redirect URI
 *   `<origin>/auth/callback/gumroad`.
 * - Console: https://gumroad.com/settings/advanced
 * - Environment: `AUTH_GUMROAD_ID` (the application id), `AUTH_GUMROAD_SECRET`.
 * - Email: depends on the scopes. If it is missing, request `view_sales`, too. It never counts as verified: Gumroad
 *   does not document whether it is.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://gumroad.com/api | API}
 *
 * @example
 * ```ts
 * import { Gumroad } from "@latchkey/auth/providers/gumroad";
 *
 * const provider = Gumroad({ authorization: { params: { scope: "view_profile view_sales" } } });
 * console.assert(provider.id === "gumroad");
 * ```
 */
export function Gumroad(options: OAuthUserConfig<GumroadProfile> = {}): OAuthConfig<GumroadProfile> {
  return OAuth({
    id: "gumroad",
    name: "Gumroad",
    type: "oauth",
    authorization: { url: "https://gumroad.com/oauth/authorize", params: { scope: "view_profile" } },
    token: "https://api.gumroad.com/oauth/token",
    userinfo: "https://api.gumroad.com/v2/user",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff90e8", mark: () => import("./marks/gumroad.ts") },
    options,
  });
}

export default Gumroad;

function toUser({ user }: GumroadProfile): ProviderUser {
  return { id: user?.user_id, name: user?.name, email: user?.email, image: user?.profile_url };
}
