/**
 * Sign-in with FusionAuth.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  ProviderUser,
  StandardClaims,
} from "../model/provider.ts";

/**
 * Claims of FusionAuth's ID token.
 *
 * @see {@link https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens | OAuth tokens}
 */
export interface FusionAuthProfile extends StandardClaims, OpenProfile {
  /** How the user authenticated, such as `PASSWORD`. */
  readonly authenticationType?: string;
  /** Id of the application. */
  readonly applicationId?: string;
  /** Roles of the user in the application. */
  readonly roles?: readonly string[];
  /** Id of the tenant. */
  readonly tid?: string;
  /** Id of the session at FusionAuth. */
  readonly sid?: string;
  /** Scopes that were granted. */
  readonly scope?: string;
}

/** Options of `FusionAuth()`. */
export type FusionAuthOptions = OIDCUserConfig<FusionAuthProfile> & {
  /** Id of the tenant (UUID). Necessary if the server has more than one. */
  readonly tenantId?: string;
};

/**
 * Describes an application of a FusionAuth server. The endpoints come from discovery.
 *
 * - Register: create an application, with the authorized redirect URL `<origin>/auth/callback/fusionauth` and the
 *   grant "Authorization Code". Under JWT, choose keys with RS256 or ES256: FusionAuth's default signs ID tokens with
 *   the client secret, and with it you set `client: { id_token_signed_response_alg: "HS256" }`. In the tenant, set
 *   "Issuer" to the URL of the server: it is `acme.com` at first.
 * - Console: `https://<server>/admin/`, the admin interface of your server
 * - Environment: `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET`, `AUTH_FUSIONAUTH_ISSUER`.
 * - Options: `issuer` (required), the URL of the server, as the tenant has it: `https://auth.example.com`.
 *   `tenantId`, the id of the tenant, if the server has more than one.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`.
 * - Without the claim `name`, the name is made of its parts.
 * - The scope contains `offline_access`, so that the response has a refresh token if the application allows the
 *   grant.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/ | OAuth and OpenID Connect}
 *
 * @example
 * ```ts
 * import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
 *
 * const provider = FusionAuth({
 *   issuer: "https://auth.example.com",
 *   tenantId: "d7d09513-a3f5-401c-9685-34ab6c552453",
 * });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function FusionAuth(options: FusionAuthOptions = {}): OIDCConfig<FusionAuthProfile> {
  return OAuth({
    id: "fusionauth",
    name: "FusionAuth",
    type: "oidc",
    issuer: "{issuer}",
    ...(options.tenantId !== undefined && {
      wellKnown: "{issuer}/.well-known/openid-configuration?tenantId={tenantId}",
    }),
    authorization: { params: { scope: "openid offline_access email profile", tenantId: options.tenantId } },
    profile: toUser,
    style: { brandColor: "#f58320", mark: () => import("./marks/fusionauth.ts") },
    options,
  });
}

export default FusionAuth;

function toUser(profile: FusionAuthProfile): ProviderUser {
  const { sub, name, given_name, middle_name, family_name, preferred_username, email, picture } = profile;
  return {
    id: sub,
    name: name || joinName(given_name, middle_name, family_name) || preferred_username,
    email,
    image: picture,
  };
}
