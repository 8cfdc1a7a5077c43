/**
 * Sign-in with Autodesk.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * The user, as the userinfo endpoint of Autodesk Platform Services returns it.
 *
 * @see {@link https://aps.autodesk.com/en/docs/profile/v1/reference/profile/oidcuserinfo/ | Get user info}
 */
export interface AutodeskProfile extends StandardClaims, OpenProfile {
  /** Id of the Autodesk account. */
  readonly sub: string;
  /** URL of the account's page. */
  readonly profile?: string;
  /** Language of the user, such as `en-US`. */
  readonly locale?: string;
}

/**
 * Describes Autodesk (Autodesk Platform Services). The endpoints come from discovery.
 *
 * - Register: at aps.autodesk.com, under "My Apps", create a "Traditional Web App" with the callback URL
 *   `<origin>/auth/callback/autodesk`.
 * - Console: https://aps.autodesk.com/myapps/
 * - Environment: `AUTH_AUTODESK_ID`, `AUTH_AUTODESK_SECRET`. A "Desktop, Mobile, Single-Page App" has no secret: set
 *   `client: { token_endpoint_auth_method: "none" }`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - The scope is `openid user-profile:read`. The profile comes from the userinfo endpoint.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/ | Authentication}
 * @see {@link https://aps.autodesk.com/en/docs/oauth/v2/reference/http/revoke-POST | Revoking a token}
 *
 * @example
 * ```ts
 * import { Autodesk } from "@latchkey/auth/providers/autodesk";
 *
 * const provider = Autodesk({ authorization: { params: { scope: "openid user-profile:read data:read" } } });
 * console.assert(provider.id === "autodesk");
 * ```
 */
export function Autodesk(options: OIDCUserConfig<AutodeskProfile> = {}): OIDCConfig<AutodeskProfile> {
  return withOwnServer({
    id: "autodesk",
    name: "Autodesk",
    type: "oidc",
    issuer: "https://developer.api.autodesk.com",
    authorization: { params: { scope: "openid user-profile:read" } },
    revocation: "https://developer.api.autodesk.com/authentication/v2/revoke",
    idToken: false,
    style: { brandColor: "#000", mark: () => import("./marks/autodesk.ts") },
    options,
  });
}

export default Autodesk;
