/**
 * Sign-in with Paybin.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Paybin's ID token.
 *
 * @see {@link https://developers.paybin.io/knowledge-center/oidc | OpenID Connect}
 */
export interface PaybinProfile extends StandardClaims, OpenProfile {
}

/**
 * Describes Paybin. The endpoints come from discovery.
 *
 * - Register: with Paybin, a client with the redirect URI `<origin>/auth/callback/paybin`.
 * - Console: https://developers.paybin.io/
 * - Environment: `AUTH_PAYBIN_ID`, `AUTH_PAYBIN_SECRET`, `AUTH_PAYBIN_ISSUER` (optional).
 * - Options: `issuer`, default `https://idp.paybin.io`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.paybin.io/knowledge-center/oidc | OpenID Connect}
 *
 * @example
 * ```ts
 * import { Paybin } from "@latchkey/auth/providers/paybin";
 *
 * const provider = Paybin();
 * console.assert(provider.issuer === "https://idp.paybin.io");
 * ```
 */
export function Paybin(options: OIDCUserConfig<PaybinProfile> = {}): OIDCConfig<PaybinProfile> {
  return withOwnServer({
    id: "paybin",
    name: "Paybin",
    type: "oidc",
    issuer: "https://idp.paybin.io",
    client: { token_endpoint_auth_method: "client_secret_post" },
    options,
  });
}

export default Paybin;
