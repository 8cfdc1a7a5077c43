/**
 * Sign-in with Osso.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * The user, as `GET /oauth/me` returns it.
 *
 * @see {@link https://github.com/enterprise-oss/osso | Osso}
 */
export interface OssoProfile extends OpenProfile {
  /** Id of the user on this Osso server. */
  readonly id: string;
  /** Email address, as the identity provider of the customer asserts it. */
  readonly email?: string;
  /** Name of the identity provider, such as `Okta`. */
  readonly idp?: string;
  /** What the application asked for at the beginning of the sign-in. */
  readonly requested?: {
    /** The domain. */
    readonly domain?: string | null;
    /** The email address. */
    readonly email?: string | null;
  };
}

/**
 * Describes an Osso server, which lets the customers of an application sign in with SAML.
 *
 * - Register: in the server's dashboard, under Developers, create an OAuth client with the redirect URI
 *   `<origin>/auth/callback/osso`.
 * - Console: the dashboard of your server
 * - Environment: `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET`, `AUTH_OSSO_ISSUER`.
 * - Options: `issuer` (required), the URL of the server, such as `https://osso.example.com`.
 * - Email: sent. It never counts as verified: the identity provider of any customer can assert any address. Before you
 *   let a user in by the address, check in `callbacks.signIn` that its domain is the customer's.
 * - Osso needs to know the customer. Add the domain or the address to the sign-in:
 *   `signIn("osso", {}, { domain: "example.com" })`, or `{ email: "ada@example.com" }`.
 * - Osso is no longer developed. For a new application, choose another provider.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://github.com/enterprise-oss/osso | Osso}
 *
 * @example
 * ```ts
 * import { Osso } from "@latchkey/auth/providers/osso";
 *
 * const provider = Osso({ issuer: "https://osso.example.com" });
 * console.assert(provider.id === "osso");
 * ```
 */
export function Osso(options: OAuthUserConfig<OssoProfile> = {}): OAuthConfig<OssoProfile> {
  return OAuth({
    id: "osso",
    name: "Osso",
    type: "oauth",
    authorization: "{issuer}/oauth/authorize",
    token: "{issuer}/oauth/token",
    userinfo: "{issuer}/oauth/me",
    signInParams: ["domain", "email"],
    verifiedEmail: false,
    options,
  });
}

export default Osso;
