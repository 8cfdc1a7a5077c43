/**
 * Sign-in with Twitch.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import { ended, only, readFields, sendForm } from "./_revocation.ts";
import { joinScopes, nameError, rewriteTokens, type TokenResponse } from "./_token_response.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, TokenRequestContext } from "../model/provider.ts";

/**
 * Claims of Twitch's ID token. It has only those that the parameter `claims` of the request names.
 *
 * @see {@link https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ | Getting OIDC access tokens}
 */
export interface TwitchProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Display name. */
  readonly preferred_username?: string;
  /** Email address. Needs the scope `user:read:email`. */
  readonly email?: string;
  /** Whether Twitch has verified the address. */
  readonly email_verified?: boolean;
  /** URL of the picture. */
  readonly picture?: string;
  /** When the profile was last changed, as an ISO 8601 date-time. */
  readonly updated_at?: string;
}

/**
 * Describes Twitch. The endpoints come from discovery.
 *
 * - Register: in the developer console, create an application with the OAuth redirect URL
 *   `<origin>/auth/callback/twitch` and the client type "Confidential"; https only, except localhost.
 * - Console: https://dev.twitch.tv/console/apps
 * - Environment: `AUTH_TWITCH_ID`, `AUTH_TWITCH_SECRET`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - Revocation: Twitch revokes access tokens. It documents no revocation of refresh tokens.
 * - The request names the claims of the ID token in `claims` (OpenID Connect §5.5). If you name others, repeat these.
 * - Twitch sends the granted scopes as a list, and errors without a code. The provider corrects both.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ | Getting OIDC access tokens}
 * @see {@link https://dev.twitch.tv/docs/authentication/revoke-tokens/ | Revoking access tokens}
 * @see {@link https://dev.twitch.tv/docs/authentication/refresh-tokens/ | Refreshing access tokens}
 *
 * @example
 * ```ts
 * import { Twitch } from "@latchkey/auth/providers/twitch";
 *
 * const provider = Twitch({
 *   authorization: { params: { scope: "openid user:read:email channel:read:subscriptions" } },
 * });
 * console.assert(provider.issuer === "https://id.twitch.tv/oauth2");
 * ```
 */
export function Twitch(options: OIDCUserConfig<TwitchProfile> = {}): OIDCConfig<TwitchProfile> {
  return withOwnServer({
    id: "twitch",
    name: "Twitch",
    type: "oidc",
    issuer: "https://id.twitch.tv/oauth2",
    authorization: {
      params: {
        scope: "openid user:read:email",
        claims: {
          id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
        },
      },
    },
    token: { conform },
    revocation: { url: "https://id.twitch.tv/oauth2/revoke", request: only("access_token", revoke) },
    client: { token_endpoint_auth_method: "client_secret_post" },
    style: { brandColor: "#9146ff", mark: () => import("./marks/twitch.ts") },
    options,
  });
}

export default Twitch;

async function revoke(context: TokenRequestContext): Promise<Response> {
  const token = context.params.get("token")!;
  const answer = await sendForm(context, { client_id: context.clientId, token });
  const { message } = await readFields(answer);
  return answer.status === 400 && message === "Invalid token" ? ended() : answer;
}

/** Joins the list of scopes (RFC 6749 §5.1), and names errors (§5.2), which Twitch sends as `{ status, message }`. */
async function conform(response: Response): Promise<Response> {
  return response.status === 200
    ? await rewriteTokens(response, joinScopes)
    : await nameError(response, codeOf);
}

function codeOf({ message }: TokenResponse): string | null {
  if (typeof message !== "string") return null;
  if (/^invalid refresh token$/i.test(message)) return "invalid_grant";
  return /^invalid client/i.test(message) ? "invalid_client" : "invalid_request";
}
