/**
 * Sign-in with LINE.
 *
 * @module
 */

import { fieldsOf, only, sendForm } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, TokenRequestContext } from "../model/provider.ts";

/**
 * Claims of LINE's ID token.
 *
 * @see {@link https://developers.line.biz/en/docs/line-login/verify-id-token/ | ID tokens}
 */
export interface LineProfile extends OpenProfile {
  /** Id of the user, the same for all channels of one provider in the LINE Developers Console. */
  readonly sub: string;
  /** Display name. Needs the scope `profile`. */
  readonly name?: string;
  /** URL of the picture. Needs the scope `profile`. */
  readonly picture?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** How the user authenticated, such as `pwd` or `lineqr`. */
  readonly amr?: readonly string[];
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
}

/**
 * Describes LINE (LINE Login).
 *
 * - Register: in the LINE Developers Console, create a "LINE Login" channel with "Web app", and the callback URL
 *   `<origin>/auth/callback/line`. To get addresses, apply for the permission "Email address" there; without it, ask
 *   for less: `authorization: { params: { scope: "openid profile" } }`.
 * - Console: https://developers.line.biz/console/
 * - Environment: `AUTH_LINE_ID` (the channel id), `AUTH_LINE_SECRET` (the channel secret).
 * - Email: sent if the user has one and consents. It never counts as verified, because LINE does not say whether it
 *   is.
 * - Revocation: LINE revokes access tokens. It documents no revocation of refresh tokens.
 * - For web applications LINE signs ID tokens with the channel secret (HS256).
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.line.biz/en/docs/line-login/integrate-line-login/ | Integrating LINE Login}
 * @see {@link https://developers.line.biz/en/reference/line-login/#revoke-access-token | Revoke access token}
 *
 * @example
 * ```ts
 * import { LINE } from "@latchkey/auth/providers/line";
 *
 * const provider = LINE({ authorization: { params: { scope: "openid profile" } } });
 * console.assert(provider.issuer === "https://access.line.me");
 * ```
 */
export function LINE(options: OIDCUserConfig<LineProfile> = {}): OIDCConfig<LineProfile> {
  return OAuth({
    id: "line",
    name: "LINE",
    type: "oidc",
    issuer: "https://access.line.me",
    revocation: { url: "https://api.line.me/oauth2/v2.1/revoke", request: only("access_token", revoke) },
    client: { id_token_signed_response_alg: "HS256", token_endpoint_auth_method: "client_secret_post" },
    verifiedEmail: false,
    style: { brandColor: "#06c755", mark: () => import("./marks/line.ts") },
    options,
  });
}

export default LINE;

/** LINE has another name for the parameter of the token. */
async function revoke(context: TokenRequestContext): Promise<Response> {
  const { token = "", token_type_hint: _, ...client } = fieldsOf(context);
  return await sendForm(context, { ...client, access_token: token });
}
