/**
 * Sign-in with ZITADEL.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of the user at ZITADEL.
 *
 * @see {@link https://zitadel.com/docs/apis/openidoauth/claims | Claims}
 */
export interface ZitadelProfile extends StandardClaims, OpenProfile {
  /** Login name: with the domain of the organization, in the form of an address. */
  readonly preferred_username?: string;
  /** Language of the user, such as `en`. */
  readonly locale?: string;
  /** Methods by which the user authenticated. */
  readonly amr?: readonly string[];
  /** Id of the user's organization. Needs a scope of the same name. */
  readonly "urn:zitadel:iam:user:resourceowner:id"?: string;
}

/**
 * Describes an instance of ZITADEL. The endpoints come from discovery.
 *
 * - Register: in a project, create an application of the type "Web" with the authentication method "Basic" and the
 *   redirect URI `<origin>/auth/callback/zitadel`. With http, as on localhost, switch the "Development Mode" on.
 * - Console: `https://<instance>/ui/console`
 * - Environment: `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET`, `AUTH_ZITADEL_ISSUER`. An application with the method
 *   "PKCE" has no secret: set `client: { token_endpoint_auth_method: "none" }`.
 * - Options: `issuer` (required), the URL of the instance: `https://<instance>.zitadel.cloud`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - The claims of the user come from the userinfo endpoint, unless "User Info inside ID Token" is on.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://zitadel.com/docs/apis/openidoauth/endpoints | OpenID Connect endpoints}
 *
 * @example
 * ```ts
 * import { ZITADEL } from "@latchkey/auth/providers/zitadel";
 *
 * const provider = ZITADEL({ issuer: "https://acme-1.zitadel.cloud" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function ZITADEL(options: OIDCUserConfig<ZitadelProfile> = {}): OIDCConfig<ZitadelProfile> {
  return OAuth({
    id: "zitadel",
    name: "ZITADEL",
    type: "oidc",
    issuer: "{issuer}",
    options,
  });
}

export default ZITADEL;
