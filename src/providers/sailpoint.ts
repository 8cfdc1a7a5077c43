/**
 * Sign-in with SailPoint.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/** The identity, as `GET /oauth/userinfo` returns it. */
export interface SailPointProfile extends OpenProfile {
  /** Id of the identity in the tenant. It never changes. */
  readonly id: string;
  /** Account name. */
  readonly uid: string;
  /** Email address, as the tenant's sources say it. */
  readonly email?: string | null;
  /** Id of the tenant. */
  readonly tenant?: string;
  /** Given name. */
  readonly firstname?: string | null;
  /** Family name. */
  readonly lastname?: string | null;
  /** Number of the phone. */
  readonly phone?: string | null;
}

/** Options of `SailPoint()`. */
export type SailPointOptions = OAuthUserConfig<SailPointProfile> & {
  /** Name of the tenant, as in the names of its hosts: `acme` for `acme.identitynow.com`. */
  readonly tenant?: string;
};

/**
 * Describes a tenant of SailPoint Identity Security Cloud.
 *
 * - Register: under Admin, Global, Security Settings, API Management, create an API client with the grant type
 *   "Authorization Code", the scope `sp:scopes:all` and the redirect URL `<origin>/auth/callback/sailpoint`.
 * - Console: `https://<tenant>.identitynow.com`
 * - Environment: `AUTH_SAILPOINT_ID`, `AUTH_SAILPOINT_SECRET`.
 * - Options: `tenant` (required), the name of the tenant in the names of its hosts, such as `acme`. For a tenant with
 *   hosts elsewhere, set `url` of `authorization`, `token` and `userinfo` instead.
 * - Email: sent. It never counts as verified: it is from a source of the tenant.
 * - The access token can do whatever the user can do in the tenant. Do not store it if you only sign users in:
 *   `account: () => ({})`.
 * - Ids are those of one tenant. For a second tenant, give its provider another `id`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.sailpoint.com/docs/api/authentication/ | Authentication}
 *
 * @example
 * ```ts
 * import { SailPoint } from "@latchkey/auth/providers/sailpoint";
 *
 * const provider = SailPoint({ tenant: "acme" });
 * console.assert(provider.id === "sailpoint");
 * ```
 */
export function SailPoint(options: SailPointOptions = {}): OAuthConfig<SailPointProfile> {
  return OAuth({
    id: "sailpoint",
    name: "SailPoint",
    type: "oauth",
    authorization: {
      url: "https://{tenant}.identitynow.com/oauth/authorize",
      params: { scope: "sp:scopes:all" },
    },
    token: "https://{tenant}.api.identitynow.com/oauth/token",
    userinfo: "https://{tenant}.api.identitynow.com/oauth/userinfo",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#011e69" },
    options,
  });
}

export default SailPoint;

function toUser(profile: SailPointProfile): ProviderUser {
  return { id: profile.id, name: profile.uid, email: profile.email, image: null };
}
