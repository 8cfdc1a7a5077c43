/**
 * Sign-in with SimpleLogin.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as SimpleLogin's userinfo endpoint returns it.
 *
 * @see {@link https://simplelogin.io/docs/siwsl/app/ | Sign in with SimpleLogin}
 */
export interface SimpleLoginProfile extends OpenProfile {
  /** Id of the user in this application. */
  readonly sub: string;
  /** The same id, as a number. */
  readonly id?: number;
  /** Name that the user has chosen for this application. */
  readonly name?: string;
  /** Email address: the user's, or an alias of SimpleLogin. */
  readonly email?: string;
  /** Whether SimpleLogin has verified the address. */
  readonly email_verified?: boolean;
  /** URL of the picture. */
  readonly avatar_url?: string | null;
  /** Name of the application. */
  readonly client?: string;
}

/**
 * Describes SimpleLogin. The endpoints come from discovery.
 *
 * - Register: at app.simplelogin.io/developer, create a website with the redirect URI
 *   `<origin>/auth/callback/simplelogin`; https only, except localhost.
 * - Console: https://app.simplelogin.io/developer
 * - Environment: `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`.
 * - Email: sent. The user may choose an alias, which forwards mail. It counts as verified if `email_verified` is
 *   `true`.
 * - SimpleLogin does not document that its ID tokens repeat a `nonce`, so the request has none. PKCE and `state` bind it
 *   to the browser.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://simplelogin.io/developer/ | SimpleLogin for developers}
 *
 * @example
 * ```ts
 * import { SimpleLogin } from "@latchkey/auth/providers/simplelogin";
 *
 * const provider = SimpleLogin();
 * console.assert(provider.issuer === "https://app.simplelogin.io");
 * ```
 */
export function SimpleLogin(
  options: OIDCUserConfig<SimpleLoginProfile> = {},
): OIDCConfig<SimpleLoginProfile> {
  return withOwnServer({
    id: "simplelogin",
    name: "SimpleLogin",
    type: "oidc",
    issuer: "https://app.simplelogin.io",
    authorization: { params: { scope: "openid profile email" } },
    idToken: false,
    nonce: false,
    profile: toUser,
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#e3156a", mark: () => import("./marks/simplelogin.ts") },
    options,
  });
}

export default SimpleLogin;

function toUser({ sub, name, email, avatar_url }: SimpleLoginProfile): ProviderUser {
  return { id: sub, name, email, image: avatar_url };
}
