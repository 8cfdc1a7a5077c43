/**
 * Sign-in with Todoist.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import { basicOf, only, sendJson } from "./_revocation.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as `GET /api/v1/user` returns it.
 *
 * @see {@link https://developer.todoist.com/api/v1/ | Todoist API}
 */
export interface TodoistProfile extends OpenProfile {
  /** Id of the user. It never changes. */
  readonly id: string;
  /** Full name. */
  readonly full_name: string;
  /** Email address. */
  readonly email: string;
  /**
   * Whether the user has verified the address: `verified`, `unverified`, `blocked` (not within seven days), or `legacy`
   * (signed up before August 2022).
   */
  readonly verification_status?: string;
  /** URL of the picture, 195 × 195 pixels. Absent without one. */
  readonly avatar_big?: string | null;
  /** URL of the picture, 60 × 60 pixels. Absent without one. */
  readonly avatar_medium?: string | null;
  /** Language, such as `en`. */
  readonly lang?: string;
  /** When the user joined, as an ISO 8601 date-time. */
  readonly joined_at?: string;
  /** Whether the user pays for Todoist. */
  readonly is_premium?: boolean;
  /** Time zone. */
  readonly tz_info?: OpenProfile & {
    /** Time zone, such as `Europe/London`. */
    readonly timezone?: string;
    /** Difference to UTC, such as `+00:00`. */
    readonly gmt_string?: string;
  };
}

/**
 * Describes Todoist.
 *
 * - Register: in the App Management Console, create an app with the OAuth redirect URL
 *   `<origin>/auth/callback/todoist`.
 * - Console: https://developer.todoist.com/appconsole.html
 * - Environment: `AUTH_TODOIST_ID`, `AUTH_TODOIST_SECRET`.
 * - Email: sent. It counts as verified if `verification_status` is `verified`.
 * - Revocation: Todoist revokes access tokens.
 * - Todoist has no scope for the profile alone. `data:read`, which is requested, also lets the application read tasks.
 *   Do not store the access token if you only sign users in: `account: () => ({})`. Separate scopes by commas.
 * - The profile is that of API version 1, which replaces the Sync API that Auth.js uses. The ids of users are the same.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.todoist.com/api/v1/ | Todoist API}
 * @see {@link https://developer.todoist.com/api/v1/#tag/Authorization | Authorization}
 *
 * @example
 * ```ts
 * import { Todoist } from "@latchkey/auth/providers/todoist";
 *
 * const provider = Todoist({ account: () => ({}) });
 * console.assert(provider.id === "todoist");
 * ```
 */
export function Todoist(options: OAuthUserConfig<TodoistProfile> = {}): OAuthConfig<TodoistProfile> {
  return withOwnServer({
    id: "todoist",
    name: "Todoist",
    type: "oauth",
    authorization: {
      url: "https://todoist.com/oauth/authorize",
      params: { scope: "data:read" },
      scopeSeparator: ",",
    },
    token: "https://todoist.com/oauth/access_token",
    userinfo: "https://api.todoist.com/api/v1/user",
    revocation: {
      url: "https://api.todoist.com/api/v1/revoke",
      request: only("access_token", revoke),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: ({ email, verification_status }) => verification_status === "verified" ? email : null,
    style: { brandColor: "#e44332", mark: () => import("./marks/todoist.ts") },
    options,
  });
}

/** The name of `Todoist` in Auth.js. */
export const TodoistProvider: typeof Todoist = Todoist;

export default Todoist;

async function revoke(context: TokenRequestContext): Promise<Response> {
  const token = context.params.get("token")!;
  return await sendJson(context, { token, token_type_hint: "access_token" }, basicOf(context));
}

function toUser(profile: TodoistProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.full_name,
    email: profile.email,
    image: profile.avatar_big ?? null,
  };
}
