/**
 * Sign-in with a user pool of Amazon Cognito.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Cognito's ID token. The attributes of the user pool say which of them it has, and add
 * further ones, such as `custom:<attribute>`.
 *
 * @see {@link https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html | Understanding the ID token}
 */
export interface CognitoProfile extends StandardClaims, OpenProfile {
  /** Id of the user in the pool. */
  readonly sub: string;
  /** User name in the pool. */
  readonly "cognito:username"?: string;
  /** Names of the user's groups in the pool. */
  readonly "cognito:groups"?: readonly string[];
  /** `id`. */
  readonly token_use?: string;
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
}

/**
 * Describes a user pool of Amazon Cognito. The endpoints come from discovery.
 *
 * - Register:
 *   1. Open https://console.aws.amazon.com/cognito/v2/home and sign in to an AWS account. Choose the region at the
 *      top.
 *   2. Click "Create user pool". Choose the application type "Traditional web application", enter a name, and choose
 *      what users sign in with, such as "Email". As return URL, enter `http://localhost:8000/auth/callback/cognito`.
 *      Click "Create user directory". In a pool that exists, "App clients", "Create app client" asks for the same.
 *   3. Under "App clients", open the client. Copy "Client ID" to `AUTH_COGNITO_ID`, and "Client secret" to
 *      `AUTH_COGNITO_SECRET`. Of a secret that you add later, Cognito shows the value once.
 *   4. On the tab "Login pages", beside "Managed login pages configuration", click "Edit". Add the callback URL
 *      `<origin>/auth/callback/cognito`. Cognito accepts http for localhost alone.
 *   5. On the same page, choose the grant type "Authorization code grant" and the scopes "OpenID", "Email" and
 *      "Profile". "Profile" is not there at first. Click "Save changes".
 *   6. The pool needs a domain: look under "Branding", "Domain".
 *   7. Set `AUTH_COGNITO_ISSUER` to `https://cognito-idp.<region>.amazonaws.com/<user pool id>`. The page "Overview"
 *      shows the user pool ID.
 *   8. Visitors can create an account on the login page now, unless the pool forbids it. Otherwise add users under
 *      "Users".
 * - Console: https://console.aws.amazon.com/cognito/v2/home
 * - Environment: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`, `AUTH_COGNITO_ISSUER`. An app client without a secret sets
 *   `client: { token_endpoint_auth_method: "none" }`.
 * - Errors:
 *   - `redirect_mismatch`: the callback URL is not in the list of step 4, character by character.
 *   - `invalid_scope`: a scope of step 5 is missing, mostly "Profile".
 *   - `invalid_client`: `AUTH_COGNITO_SECRET` is wrong, or the client has none.
 * - Options: `issuer` (required), which names the region and the pool:
 *   `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.
 * - Email: sent if the pool has the attribute. It counts as verified if `email_verified` is `true`.
 * - Logout: add `<origin>/auth/post-logout` to "Allowed sign-out URLs" of step 4. The metadata name the page if the pool has
 *   a domain. If those of yours do not, write it: `endSession: "https://<domain>/logout"`. It ends the session at Cognito,
 *   and not the one at a provider that is connected to the pool.
 * - To go directly to a provider that is connected to the pool:
 *   `authorization: { params: { identity_provider: "Google" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html | Endpoints of user pools}
 * @see {@link https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html | App clients}, with which the steps were partly compared on 2026-11-22, in an undated copy
 *
 * @example
 * ```ts
 * import { Cognito } from "@latchkey/auth/providers/cognito";
 *
 * const provider = Cognito({ issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Cognito(options: OIDCUserConfig<CognitoProfile> = {}): OIDCConfig<CognitoProfile> {
  return OAuth({
    id: "cognito",
    name: "Cognito",
    type: "oidc",
    issuer: "{issuer}",
    // Not the parameters of OpenID Connect, and no `state`: logout_uri must equal a registered URL.
    // https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
    endSession: { redirectParam: "logout_uri" },
    style: { brandColor: "#dd344c" },
    options,
  });
}

export default Cognito;
