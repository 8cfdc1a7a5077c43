/**
 * Sign-in with a user pool of Amazon Cognito.
 *
 * @module
 */

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

/** Options of `Cognito()`. */
export type CognitoOptions = OIDCUserConfig<CognitoProfile>;

/**
 * Describes a user pool of Amazon Cognito. The endpoints come from discovery.
 *
 * - Register: in the user pool, an app client with a secret, the allowed callback URL
 *   `<origin>/auth/callback/cognito`, the grant "Authorization code" and the scopes `openid`, `email` and `profile`.
 *   The pool needs a domain.
 * - Console: https://console.aws.amazon.com/cognito/v2/home
 * - Environment: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`, `AUTH_COGNITO_ISSUER`. An app client without a secret sets
 *   `client: { token_endpoint_auth_method: "none" }`.
 * - Options: `issuer` (required), which names the region and the pool:
 *   `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.
 * - Email: sent if the pool has the attribute. It counts as verified if `email_verified` is `true`.
 * - To go directly to a provider that is connected to the pool:
 *   `authorization: { params: { identity_provider: "Google" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html | Endpoints of user pools}
 *
 * @example
 * ```ts
 * import { Cognito } from "@latchkey/auth/providers/cognito";
 *
 * const provider = Cognito({ issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Cognito(options: CognitoOptions = {}): OIDCConfig<CognitoProfile> {
  return {
    id: "cognito",
    name: "Cognito",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#dd344c" },
    options,
  };
}

export default Cognito;
