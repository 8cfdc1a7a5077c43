/**
 * Sign-in with Railway.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile } from "../model/provider.ts";

/** The user, as `GET /oauth/me` returns it. */
export interface RailwayProfile extends OpenProfile {
  /** Id of the user. It never changes. */
  readonly sub: string;
  /** Full name. `null` if the user has not set it. */
  readonly name?: string | null;
  /** Email address. */
  readonly email?: string;
  /** URL of the picture. */
  readonly picture?: string | null;
}

/**
 * Describes Railway ("Login with Railway").
 *
 * - Register: in the settings of a workspace, under Developer, create an OAuth app of the type "Web" with the redirect
 *   URI `<origin>/auth/callback/railway`.
 * - Console: https://railway.com/dashboard
 * - Environment: `AUTH_RAILWAY_ID`, `AUTH_RAILWAY_SECRET`.
 * - Email: sent. It never counts as verified: Railway does not say whether it is.
 * - Railway demands the scope `openid`. For a refresh token, add the scope `offline_access` and `prompt: "consent"`.
 *   With scopes for workspaces and projects, the user chooses which ones the application may use.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.railway.com/ | Documentation of Railway}
 *
 * @example
 * ```ts
 * import { Railway } from "@latchkey/auth/providers/railway";
 *
 * const provider = Railway({
 *   authorization: { params: { scope: "openid email profile offline_access", prompt: "consent" } },
 * });
 * console.assert(provider.id === "railway");
 * ```
 */
export function Railway(options: OAuthUserConfig<RailwayProfile> = {}): OAuthConfig<RailwayProfile> {
  return OAuth({
    id: "railway",
    name: "Railway",
    type: "oauth",
    authorization: {
      url: "https://backboard.railway.com/oauth/auth",
      params: { scope: "openid email profile" },
    },
    token: "https://backboard.railway.com/oauth/token",
    userinfo: "https://backboard.railway.com/oauth/me",
    verifiedEmail: false,
    style: { brandColor: "#0b0d0e", mark: () => import("./marks/railway.ts") },
    options,
  });
}

export default Railway;
