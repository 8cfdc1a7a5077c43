/**
 * Sign-in with Dribbble.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v2/user` returns it.
 *
 * @see {@link https://developer.dribbble.com/v2/user/ | User}
 */
export interface DribbbleProfile extends OpenProfile {
  /** Number of the user. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /** Account name. */
  readonly login?: string;
  /** Email address. Dribbble does not document it. */
  readonly email?: string | null;
  /** URL of the picture. */
  readonly avatar_url: string;
  /** URL of the user's page. */
  readonly html_url?: string;
  /** A few words about the user, as HTML. */
  readonly bio?: string;
  /** Location, as the user wrote it. */
  readonly location?: string;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
}

/** Options of `Dribbble()`. */
export type DribbbleOptions = OAuthUserConfig<DribbbleProfile> & {
  /** Scopes, with a space between two. Default `public`. */
  readonly scope?: "public" | "public upload";
};

/**
 * Describes Dribbble.
 *
 * - Register: at https://dribbble.com/account/applications, create an application with the callback URL
 *   `<origin>/auth/callback/dribbble`.
 * - Console: https://dribbble.com/account/applications
 * - Environment: `AUTH_DRIBBBLE_ID`, `AUTH_DRIBBBLE_SECRET`.
 * - Options: `scope`, `public` (default) or `public upload`, which also permits to publish shots.
 * - Email: not documented, so expect none. It never counts as verified.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.dribbble.com/v2/oauth/ | OAuth}
 *
 * @example
 * ```ts
 * import { Dribbble } from "@latchkey/auth/providers/dribbble";
 *
 * const provider = Dribbble({ scope: "public upload" });
 * console.assert(provider.id === "dribbble");
 * ```
 */
export function Dribbble(options: DribbbleOptions = {}): OAuthConfig<DribbbleProfile> {
  return OAuth({
    id: "dribbble",
    name: "Dribbble",
    type: "oauth",
    authorization: {
      url: "https://dribbble.com/oauth/authorize",
      params: { scope: options.scope ?? "public" },
    },
    token: "https://dribbble.com/oauth/token",
    userinfo: "https://api.dribbble.com/v2/user",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ea4c89", mark: () => import("./marks/dribbble.ts") },
    options,
  });
}

export default Dribbble;

function toUser(profile: DribbbleProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name || profile.login,
    email: profile.email,
    image: profile.avatar_url,
  };
}
