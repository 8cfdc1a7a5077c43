/**
 * Sign-in with Withings.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as the token response names it.
 *
 * @see {@link https://developer.withings.com/api-reference/ | API reference}
 */
export interface WithingsProfile extends OpenProfile {
  /** Number of the user, usually as text. It never changes. */
  readonly userid: string | number;
}

/**
 * Describes Withings.
 *
 * - Register: in the developer dashboard, create an application for the public API, with the callback URL
 *   `<origin>/auth/callback/withings`.
 * - Console: https://developer.withings.com/dashboard/
 * - Environment: `AUTH_WITHINGS_ID`, `AUTH_WITHINGS_SECRET`.
 * - Email: never sent. Withings sends no name and no picture either: a user is known by the id alone.
 * - Separate scopes by commas: `authorization: { params: { scope: "user.info,user.metrics" } }`. For a test user of
 *   Withings, add `mode: "demo"` to these parameters.
 * - PKCE is off, because Withings does not support it. A code is valid for 30 seconds.
 * - For eight hours after a renewal, Withings still accepts the previous refresh token, unless the new access token has been
 *   used, so a renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.withings.com/api-reference/ | API reference}
 * @see {@link https://developer.withings.com/developer-guide/v3/integration-guide/public-health-data-api/get-access/access-and-refresh-tokens-no-recover | Access and refresh tokens}
 *
 * @example
 * ```ts
 * import { Withings } from "@latchkey/auth/providers/withings";
 *
 * const provider = Withings({ authorization: { params: { scope: "user.info,user.metrics" } } });
 * console.assert(provider.id === "withings");
 * ```
 */
export function Withings(options: OAuthUserConfig<WithingsProfile> = {}): OAuthConfig<WithingsProfile> {
  return OAuth({
    id: "withings",
    name: "Withings",
    type: "oauth",
    authorization: {
      url: "https://account.withings.com/oauth2_user/authorize2",
      params: { scope: "user.info" },
      scopeSeparator: ",",
    },
    token: {
      url: "https://wbsapi.withings.net/v2/oauth2",
      params: { action: "requesttoken" },
      conform: (response) => rewriteTokens(response, toTokens),
      refreshGrace: 28_800,
    },
    // There is no endpoint for the profile.
    userinfo: { request: ({ tokens }) => ({ userid: tokens.userid as string }) },
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#00aeef" },
    options,
  });
}

export default Withings;

/** The tokens are wrapped. Errors have status 200, and a status of their own beside an empty `body`. */
function toTokens({ status, body, error }: TokenResponse): TokenResponse {
  return status === 0
    ? { token_type: "bearer", ...body as TokenResponse }
    : { error: `status_${status}`, error_description: error };
}

function toUser(profile: WithingsProfile): ProviderUser {
  return { id: profile.userid, name: null, email: null, image: null };
}
