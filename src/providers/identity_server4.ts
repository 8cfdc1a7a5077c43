/**
 * Sign-in with a server that uses IdentityServer4.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of the user, as the server's profile service issues them.
 *
 * @see {@link https://identityserver4.readthedocs.io/en/latest/topics/resources.html | Defining resources}
 */
export interface IdentityServer4Profile extends StandardClaims, OpenProfile {
}

/**
 * Describes a server that uses IdentityServer4. The endpoints come from discovery. IdentityServer4 has not been
 * maintained since 2022; its successor is Duende IdentityServer (`duende-identity-server6`).
 *
 * - Register: in the configuration of the server, a client with the grant type `code`, PKCE, a secret, the redirect
 *   URI `<origin>/auth/callback/identity-server4` and the scopes `openid`, `profile` and `email`.
 * - Console: the configuration of your server
 * - Environment: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`, `AUTH_IDENTITY_SERVER4_ISSUER`.
 * - Options: `issuer` (required), the URL of the server.
 * - Email: depends on the server. It counts as verified if `email_verified` is `true`.
 * - By default the ID token has no claims of the user besides `sub`. They come from the userinfo endpoint then.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://identityserver4.readthedocs.io/en/latest/ | IdentityServer4}
 *
 * @example
 * ```ts
 * import { IdentityServer4 } from "@latchkey/auth/providers/identity-server4";
 *
 * const provider = IdentityServer4({ issuer: "https://login.example.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function IdentityServer4(
  options: OIDCUserConfig<IdentityServer4Profile> = {},
): OIDCConfig<IdentityServer4Profile> {
  return OAuth({
    id: "identity-server4",
    name: "IdentityServer4",
    type: "oidc",
    issuer: "{issuer}",
    options,
  });
}

export default IdentityServer4;
