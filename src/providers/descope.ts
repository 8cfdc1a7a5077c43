/**
 * Sign-in with Descope.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Descope's ID token.
 *
 * @see {@link https://docs.descope.com/getting-started/oidc-endpoints | OIDC endpoints}
 */
export interface DescopeProfile extends StandardClaims, OpenProfile {
}

/**
 * Describes a project of Descope. The endpoints come from discovery.
 *
 * - Register: in the console, under "Federated Apps", create an OIDC application with the redirect URL
 *   `<origin>/auth/callback/descope`. Create an access key under "Access Keys".
 * - Console: https://app.descope.com/
 * - Environment: `AUTH_DESCOPE_ID` (the project id), `AUTH_DESCOPE_SECRET` (the access key), `AUTH_DESCOPE_ISSUER` (optional).
 * - Options: `issuer`, default `https://api.descope.com/<client id>`. Set it if the application shows another one, as
 *   with a region or a custom domain.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`. With an issuer at a custom
 *   domain, it does not: add `verifiedEmail: (user) => user.email_verified ? user.email : null`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.descope.com/auth-methods/oidc | OpenID Connect with Descope}
 *
 * @example
 * ```ts
 * import { Descope } from "@latchkey/auth/providers/descope";
 *
 * const provider = Descope({ clientId: "P2abcDEF" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Descope(options: OIDCUserConfig<DescopeProfile> = {}): OIDCConfig<DescopeProfile> {
  return withOwnServer({
    id: "descope",
    name: "Descope",
    type: "oidc",
    issuer: "https://api.descope.com/{clientId}",
    // A named application, and a region, have another issuer.
    vouchesAt: (issuer) => /^https:\/\/api(?:\.[a-z\d]+)?\.descope\.com\//.test(issuer),
    style: { brandColor: "#1c1c23" },
    options,
  });
}

export default Descope;
