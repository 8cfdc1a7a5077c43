/**
 * Sign-in with a server that uses Duende IdentityServer.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of the user, as the server's profile service issues them.
 *
 * @see {@link https://docs.duendesoftware.com/identityserver/fundamentals/claims/ | Claims}
 */
export interface DuendeISUser extends StandardClaims, OpenProfile {
}

/**
 * Describes a server that uses Duende IdentityServer, version 6 or later. The endpoints come from discovery.
 *
 * - Register: in the configuration of the server, a client with the grant type `code`, PKCE, a secret, the redirect
 *   URI `<origin>/auth/callback/duende-identity-server6` and the scopes `openid`, `profile` and `email`.
 * - Console: the configuration of your server
 * - Environment: `AUTH_DUENDE_IDENTITY_SERVER6_ID`, `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`,
 *   `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 * - Options: `issuer` (required), the URL of the server, such as `https://demo.duendesoftware.com`.
 * - Email: depends on the server. It counts as verified if `email_verified` is `true`.
 * - By default the ID token has no claims of the user besides `sub`. They come from the userinfo endpoint then.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.duendesoftware.com/identityserver/v6 | Duende IdentityServer 6}
 *
 * @example
 * ```ts
 * import { DuendeIdentityServer6 } from "@latchkey/auth/providers/duende-identity-server6";
 *
 * const provider = DuendeIdentityServer6({ issuer: "https://demo.duendesoftware.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function DuendeIdentityServer6(options: OIDCUserConfig<DuendeISUser> = {}): OIDCConfig<DuendeISUser> {
  return OAuth({
    id: "duende-identity-server6",
    name: "DuendeIdentityServer6",
    type: "oidc",
    issuer: "{issuer}",
    options,
  });
}

export default DuendeIdentityServer6;
