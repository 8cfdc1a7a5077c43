/**
 * Sign-in with Polar.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * The user, as Polar's userinfo endpoint returns it.
 *
 * @see {@link https://polar.sh/docs/integrate/oauth2/introduction | OAuth 2 at Polar}
 */
export interface PolarProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Public name. Needs the scope `profile`. */
  readonly name?: string | null;
  /** Email address. Needs the scope `email`. */
  readonly email?: string | null;
  /** Whether Polar has verified the address. */
  readonly email_verified?: boolean | null;
}

/**
 * Describes Polar.
 *
 * - Register: in the settings of your account, under "OAuth applications", create one with the redirect URI
 *   `<origin>/auth/callback/polar` and the scopes `openid`, `profile` and `email`.
 * - Console: https://polar.sh/settings
 * - Environment: `AUTH_POLAR_ID`, `AUTH_POLAR_SECRET`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - `sub_type` is `user`, so that the user and not one of the user's organizations signs in, whatever the
 *   application's default.
 * - The sandbox: `authorization: "https://sandbox.polar.sh/oauth2/authorize"`,
 *   `token: "https://sandbox-api.polar.sh/v1/oauth2/token"`,
 *   `userinfo: "https://sandbox-api.polar.sh/v1/oauth2/userinfo"`,
 *   `revocation: "https://sandbox-api.polar.sh/v1/oauth2/revoke"`. Its addresses do not count as verified.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://polar.sh/docs/integrate/oauth2/introduction | OAuth 2 at Polar}
 * @see {@link https://github.com/polarsource/polar/blob/main/docs/openapi/2026-10.openapi.json | `POST /v1/oauth2/revoke`}
 *
 * @example
 * ```ts
 * import { Polar } from "@latchkey/auth/providers/polar";
 *
 * const provider = Polar({ authorization: { params: { scope: "openid profile email orders:read" } } });
 * console.assert(provider.id === "polar");
 * ```
 */
export function Polar(options: OAuthUserConfig<PolarProfile> = {}): OAuthConfig<PolarProfile> {
  return withOwnServer({
    id: "polar",
    name: "Polar",
    type: "oauth",
    authorization: {
      url: "https://polar.sh/oauth2/authorize",
      params: { scope: "openid profile email", sub_type: "user" },
    },
    token: "https://api.polar.sh/v1/oauth2/token",
    userinfo: "https://api.polar.sh/v1/oauth2/userinfo",
    revocation: "https://api.polar.sh/v1/oauth2/revoke",
    client: { token_endpoint_auth_method: "client_secret_post" },
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#0062ff" },
    options,
  });
}

export default Polar;
