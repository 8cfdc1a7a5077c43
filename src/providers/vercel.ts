/**
 * Sign-in with Vercel.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Vercel's ID token.
 *
 * @see {@link https://vercel.com/docs/sign-in-with-vercel/tokens | Tokens}
 */
export interface VercelProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Full name. Needs the scope `profile`. */
  readonly name?: string;
  /** User name. Needs the scope `profile`. */
  readonly preferred_username?: string;
  /** URL of the picture. Needs the scope `profile`. */
  readonly picture?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** Whether Vercel has verified the address. */
  readonly email_verified?: boolean;
}

/**
 * Describes Vercel (Sign in with Vercel). The endpoints come from discovery.
 *
 * - Register: in the settings of a team, under Apps, create an app with the authorization callback URL
 *   `<origin>/auth/callback/vercel`. Under Permissions, switch `openid`, `email` and `profile` on: Vercel refuses
 *   other scopes.
 * - Console: https://vercel.com/dashboard
 * - Environment: `AUTH_VERCEL_ID`, `AUTH_VERCEL_SECRET`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - For a refresh token, add `offline_access`, on the page Permissions as well:
 *   `authorization: { params: { scope: "openid email profile offline_access" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://vercel.com/docs/sign-in-with-vercel | Sign in with Vercel}
 *
 * @example
 * ```ts
 * import { Vercel } from "@latchkey/auth/providers/vercel";
 *
 * const provider = Vercel({ authorization: { params: { scope: "openid email" } } });
 * console.assert(provider.issuer === "https://vercel.com");
 * ```
 */
export function Vercel(options: OIDCUserConfig<VercelProfile> = {}): OIDCConfig<VercelProfile> {
  return withOwnServer({
    id: "vercel",
    name: "Vercel",
    type: "oidc",
    issuer: "https://vercel.com",
    authorization: { params: { scope: "openid email profile" } },
    client: { token_endpoint_auth_method: "client_secret_post" },
    style: { brandColor: "#000", mark: () => import("./marks/vercel.ts") },
    options,
  });
}

export default Vercel;
