/**
 * Sign-in with Zoom.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { withOwnServer } from "./_own_server.ts";
import { byRenewal, sendForm } from "./_revocation.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as `GET /v2/users/me` returns it.
 *
 * @see {@link https://developers.zoom.us/docs/api/users/ | Users API}
 */
export interface ZoomProfile extends OpenProfile {
  /** Id of the user. It never changes. */
  readonly id: string;
  /** Given name. */
  readonly first_name?: string;
  /** Family name. */
  readonly last_name?: string;
  /** Display name. */
  readonly display_name?: string;
  /** Email address. */
  readonly email?: string;
  /** Whether the address is verified: `1` or `0`. */
  readonly verified?: number;
  /** URL of the picture. Absent without one. */
  readonly pic_url?: string;
  /** Plan: `1` basic, `2` licensed, `99` none. */
  readonly type?: number;
  /** Role, such as `Owner`. */
  readonly role_name?: string;
  /** Id of the personal meeting. */
  readonly pmi?: number;
  /** Whether instant meetings are the personal meeting. */
  readonly use_pmi?: boolean;
  /** URL of the personal meeting. */
  readonly personal_meeting_url?: string;
  /** Own URL of the personal meeting. */
  readonly vanity_url?: string;
  /** Time zone, such as `Europe/London`. */
  readonly timezone?: string;
  /** Department. */
  readonly dept?: string;
  /** When the user was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
  /** When the user last signed in to Zoom, as an ISO 8601 date-time. */
  readonly last_login_time?: string;
  /** Id of the Zoom account that the user belongs to. */
  readonly account_id?: string;
  /** Language, such as `en-US`. */
  readonly language?: string;
  /** State: `active`, `inactive` or `pending`. */
  readonly status?: string;
}

/**
 * Describes Zoom.
 *
 * - Register: in the App Marketplace, under Develop, build a "General App" that is managed by users, with the OAuth
 *   redirect URL `<origin>/auth/callback/zoom`. Add the scope `user:read:user`. Until Zoom has reviewed the app, only
 *   users of your own Zoom account can sign in.
 * - Console: https://marketplace.zoom.us/develop/create
 * - Environment: `AUTH_ZOOM_ID`, `AUTH_ZOOM_SECRET`.
 * - Email: sent. It counts as verified if `verified` is `1`.
 * - Revocation: Zoom revokes access tokens. A refresh token works once: the library exchanges it for an access token,
 *   and revokes that.
 * - The scopes are those of the app.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.zoom.us/docs/integrations/oauth/ | OAuth 2.0}
 *
 * @example
 * ```ts
 * import { Zoom } from "@latchkey/auth/providers/zoom";
 *
 * const provider = Zoom();
 * console.assert(provider.id === "zoom");
 * ```
 */
export function Zoom(options: OAuthUserConfig<ZoomProfile> = {}): OAuthConfig<ZoomProfile> {
  return withOwnServer({
    id: "zoom",
    name: "Zoom",
    type: "oauth",
    authorization: "https://zoom.us/oauth/authorize",
    token: TOKEN_URL,
    userinfo: "https://api.zoom.us/v2/users/me",
    revocation: { url: "https://zoom.us/oauth/revoke", request: byRenewal(TOKEN_URL, revoke) },
    profile: toUser,
    verifiedEmail: ({ email, verified }) => verified === 1 ? email : null,
    style: { brandColor: "#0b5cff" },
    options,
  });
}

export default Zoom;

const TOKEN_URL = "https://zoom.us/oauth/token";

async function revoke(context: TokenRequestContext): Promise<Response> {
  return await sendForm(context, { token: context.params.get("token")! });
}

function toUser(profile: ZoomProfile): ProviderUser {
  return {
    id: profile.id,
    name: joinName(profile.first_name, profile.last_name) ?? profile.display_name,
    email: profile.email,
    image: profile.pic_url ?? null,
  };
}
