/**
 * Sign-in with 42 School.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v2/me` returns it. Further fields are campuses, courses, projects and groups.
 *
 * @see {@link https://api.intra.42.fr/apidoc/2.0/users/me.html | Me}
 */
export interface FortyTwoProfile extends OpenProfile {
  /** Number of the user. */
  readonly id: number;
  /** Email address. */
  readonly email: string;
  /** Account name. */
  readonly login: string;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** First name that the user prefers. `null` if it is the first name. */
  readonly usual_first_name: string | null;
  /** Full name, with the preferred first name. */
  readonly usual_full_name: string;
  /** Full name. */
  readonly displayname: string;
  /** URL of the user in the API. */
  readonly url: string;
  /** The picture. */
  readonly image: {
    /** URL of the picture. `null` if the user has none. */
    readonly link: string | null;
    /** URLs of the picture in other sizes. */
    readonly versions?: {
      /** The largest size. */
      readonly large: string | null;
      /** A medium size. */
      readonly medium: string | null;
      /** A small size. */
      readonly small: string | null;
      /** The smallest size. */
      readonly micro: string | null;
    };
  };
  /** Whether the user is a member of the staff. */
  readonly "staff?": boolean;
  /** Year in which the user took the entrance exam (piscine), such as `2023`. */
  readonly pool_year: string | null;
  /** Month of the entrance exam, such as `july`. */
  readonly pool_month: string | null;
}

/**
 * Describes 42 School: the accounts of 42's intranet.
 *
 * - Register: in the intranet, under Settings, API, create an application with the redirect URI
 *   `<origin>/auth/callback/42-school`.
 * - Console: https://profile.intra.42.fr/oauth/applications
 * - Environment: `AUTH_42_SCHOOL_ID` (the UID), `AUTH_42_SCHOOL_SECRET`.
 * - Email: always sent. It never counts as verified: 42 does not document whether it is.
 * - The secret of an application expires. The intranet shows the next one before that.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://api.intra.42.fr/apidoc/guides/web_application_flow | Web application flow}
 *
 * @example
 * ```ts
 * import { FortyTwo } from "@latchkey/auth/providers/42-school";
 *
 * const provider = FortyTwo({ authorization: { params: { scope: "public projects" } } });
 * console.assert(provider.id === "42-school");
 * ```
 */
export function FortyTwo(options: OAuthUserConfig<FortyTwoProfile> = {}): OAuthConfig<FortyTwoProfile> {
  return OAuth({
    id: "42-school",
    name: "42 School",
    type: "oauth",
    authorization: { url: "https://api.intra.42.fr/oauth/authorize", params: { scope: "public" } },
    token: "https://api.intra.42.fr/oauth/token",
    userinfo: "https://api.intra.42.fr/v2/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#000000", mark: () => import("./marks/42_school.ts") },
    options,
  });
}

export default FortyTwo;

function toUser(profile: FortyTwoProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.usual_full_name || profile.displayname || profile.login,
    email: profile.email,
    image: profile.image?.link,
  };
}
