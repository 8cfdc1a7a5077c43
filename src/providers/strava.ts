/**
 * Sign-in with Strava.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { basicOf, fieldsOf, sendForm } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The athlete, as `GET /athlete` returns it.
 *
 * @see {@link https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete | Get authenticated athlete}
 */
export interface StravaProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly id: number;
  /** Account name. */
  readonly username?: string | null;
  /** Given name. */
  readonly firstname: string;
  /** Family name. */
  readonly lastname: string;
  /** URL of the picture, 124 × 124 pixels. Without a picture, a path instead of a URL. */
  readonly profile: string;
  /** URL of the picture, 62 × 62 pixels. Without a picture, a path instead of a URL. */
  readonly profile_medium?: string;
  /** City. */
  readonly city?: string | null;
  /** State or region. */
  readonly state?: string | null;
  /** Country. */
  readonly country?: string | null;
  /** `M` or `F`. */
  readonly sex?: string | null;
  /** Whether the user pays for Strava. */
  readonly summit?: boolean;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
  /** When the account was last changed, as an ISO 8601 date-time. */
  readonly updated_at?: string;
}

/**
 * Describes Strava.
 *
 * - Register: create an API application at strava.com/settings/api. Its "Authorization Callback Domain" is the host of
 *   the application, without scheme and path: the redirect URI is `<origin>/auth/callback/strava`. localhost is always
 *   accepted. You need a Strava subscription to create an application. At first only you can sign in: ask for more
 *   athletes in the dashboard of the application.
 * - Console: https://www.strava.com/settings/api
 * - Environment: `AUTH_STRAVA_ID`, `AUTH_STRAVA_SECRET`.
 * - Email: never sent.
 * - Revocation: Strava ends the whole authorization: all tokens of the user at this application, which disappears
 *   from the user's settings.
 * - Separate scopes by commas: `authorization: { params: { scope: "read,activity:read" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.strava.com/docs/authentication/ | Authentication}
 *
 * @example
 * ```ts
 * import { Strava } from "@latchkey/auth/providers/strava";
 *
 * const provider = Strava({ authorization: { params: { scope: "read,activity:read" } } });
 * console.assert(provider.id === "strava");
 * ```
 */
export function Strava(options: OAuthUserConfig<StravaProfile> = {}): OAuthConfig<StravaProfile> {
  return OAuth({
    id: "strava",
    name: "Strava",
    type: "oauth",
    authorization: {
      url: "https://www.strava.com/oauth/authorize",
      params: { scope: "read", approval_prompt: "auto" },
      scopeSeparator: ",",
    },
    token: "https://www.strava.com/api/v3/oauth/token",
    userinfo: "https://www.strava.com/api/v3/athlete",
    revocation: { url: "https://www.strava.com/oauth/revoke", request: revoke },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#fc4c02", mark: () => import("./marks/strava.ts") },
    options,
  });
}

export default Strava;

/** Strava expects the credentials in the header here, and in the body of the token request. */
async function revoke(context: TokenRequestContext): Promise<Response> {
  const { client_id: _, client_secret: __, ...token } = fieldsOf(context);
  return await sendForm(context, token, basicOf(context));
}

function toUser(profile: StravaProfile): ProviderUser {
  return {
    id: profile.id,
    name: joinName(profile.firstname, profile.lastname) ?? profile.username,
    email: null,
    image: /^https:/.test(profile.profile) ? profile.profile : null,
  };
}
