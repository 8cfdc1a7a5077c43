/**
 * Sign-in with Figma.
 *
 * @module
 */

import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as `GET /v1/me` returns it.
 *
 * @see {@link https://developers.figma.com/docs/rest-api/users-endpoints/ | Users endpoints}
 */
export interface FigmaProfile extends OpenProfile {
  /** Id of the user: a number, as text. */
  readonly id: string;
  /** Email address. */
  readonly email: string;
  /** Name. It can change. */
  readonly handle: string;
  /** URL of the picture. */
  readonly img_url: string;
}

/**
 * Describes Figma.
 *
 * - Register: at https://www.figma.com/developers/apps, create an app with the redirect URL
 *   `<origin>/auth/callback/figma`, and select the scope `current_user:read`. To let users of other teams sign in,
 *   publish it.
 * - Console: https://www.figma.com/developers/apps
 * - Environment: `AUTH_FIGMA_ID`, `AUTH_FIGMA_SECRET`.
 * - Email: always sent. It never counts as verified: Figma does not document whether it is.
 * - The scope is `current_user:read`. That of Auth.js, `files:read`, is deprecated, and permits to read all files. An
 *   app that has only `files:read` sets `authorization: { params: { scope: "files:read" } }`.
 * - Access tokens are renewed at another URL, `https://api.figma.com/v1/oauth/refresh`. A renewal replaces no refresh token,
 *   so a renewal without an answer is repeated.
 * - Figma refuses to be opened in the web view of an app.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.figma.com/docs/rest-api/authentication/ | Authentication}
 * @see {@link https://docs.aws.amazon.com/amplifyuibuilder/latest/APIReference/API_RefreshToken.html | The answer to a renewal, in Amazon's client of Figma}
 * @see {@link https://arcticjs.dev/providers/figma | The same in Arctic}
 *
 * @example
 * ```ts
 * import { Figma } from "@latchkey/auth/providers/figma";
 *
 * const provider = Figma({
 *   authorization: { params: { scope: "current_user:read file_content:read" } },
 * });
 * console.assert(provider.id === "figma");
 * ```
 */
export function Figma(options: OAuthUserConfig<FigmaProfile> = {}): OAuthConfig<FigmaProfile> {
  return OAuth({
    id: "figma",
    name: "Figma",
    type: "oauth",
    authorization: { url: "https://www.figma.com/oauth", params: { scope: "current_user:read" } },
    token: {
      url: "https://api.figma.com/v1/oauth/token",
      conform: asBearer,
      refresh: requestRenewal,
      refreshGrace: Infinity,
    },
    userinfo: "https://api.figma.com/v1/me",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff7237", mark: () => import("./marks/figma.ts") },
    options,
  });
}

export default Figma;

/** The endpoint for renewals stands beside the one for codes. */
async function requestRenewal({ url, params, headers, fetch }: TokenRequestContext): Promise<Response> {
  return await fetch(new URL("refresh", url).href, { method: "POST", headers, body: params });
}

function toUser(profile: FigmaProfile): ProviderUser {
  return { id: profile.id, name: profile.handle, email: profile.email, image: profile.img_url };
}
