/**
 * Sign-in with OneLogin.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of OneLogin's ID token.
 *
 * @see {@link https://developers.onelogin.com/openid-connect/scopes | Scopes and claims}
 */
export interface OneLoginProfile extends StandardClaims, OpenProfile {
  /** User name, often the email address. */
  readonly preferred_username?: string;
  /** Groups of the user. Needs the scope `groups`. */
  readonly groups?: readonly string[];
}

/**
 * Describes an account of OneLogin. The endpoints come from discovery.
 *
 * - Register: in the administration, add the application "OpenId Connect (OIDC)" with the redirect URI
 *   `<origin>/auth/callback/onelogin`. Under SSO, the token endpoint's "Authentication Method" is "Basic"; for
 *   "POST", set `client: { token_endpoint_auth_method: "client_secret_post" }`.
 * - Console: `https://<subdomain>.onelogin.com/admin2`
 * - Environment: `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`, `AUTH_ONELOGIN_ISSUER`.
 * - Options: `issuer` (required), with the path: `https://<subdomain>.onelogin.com/oidc/2`.
 * - Email: sent if the user has one. It counts as verified only if the ID token has `email_verified: true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.onelogin.com/openid-connect | OpenID Connect at OneLogin}
 *
 * @example
 * ```ts
 * import { OneLogin } from "@latchkey/auth/providers/onelogin";
 *
 * const provider = OneLogin({ issuer: "https://acme.onelogin.com/oidc/2" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function OneLogin(options: OIDCUserConfig<OneLoginProfile> = {}): OIDCConfig<OneLoginProfile> {
  return OAuth({
    id: "onelogin",
    name: "OneLogin",
    type: "oidc",
    issuer: "{issuer}",
    options,
  });
}

export default OneLogin;
