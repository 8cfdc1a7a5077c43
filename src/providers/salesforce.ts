/**
 * Sign-in with Salesforce.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * The user, as Salesforce's userinfo endpoint returns it.
 *
 * @see {@link https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm | User info endpoint}
 */
export interface SalesforceProfile extends Omit<StandardClaims, "updated_at">, OpenProfile {
  /** Id of the user: a URL with the ids of organization and user. */
  readonly sub: string;
  /** Id of the user in the organization. */
  readonly user_id: string;
  /** Id of the organization. */
  readonly organization_id: string;
  /** User name, in the form of an address. */
  readonly preferred_username?: string;
  /** Email address. The administrator of the organization can set it. */
  readonly email?: string;
  /** URL of the picture. It can be loaded only with the access token. */
  readonly picture?: string;
  /** URLs of the picture in two sizes. */
  readonly photos?: { readonly picture?: string; readonly thumbnail?: string };
  /** Locale, such as `en_US`. */
  readonly locale?: string;
  /** Language, such as `en_US`. */
  readonly language?: string;
  /** Type of the user, such as `STANDARD`. */
  readonly user_type?: string;
  /** Whether the user is active. */
  readonly active?: boolean;
  /** When the user was last changed, as an ISO 8601 date-time. */
  readonly updated_at?: string;
}

/**
 * Describes Salesforce. The endpoints come from discovery.
 *
 * - Register: in Setup, create an external client app (or a connected app) with OAuth, the callback URL
 *   `<origin>/auth/callback/salesforce` and the scopes `openid`, `profile` and `email`.
 * - Console: https://login.salesforce.com/
 * - Environment: `AUTH_SALESFORCE_ID` (the consumer key), `AUTH_SALESFORCE_SECRET` (the consumer secret),
 *   `AUTH_SALESFORCE_ISSUER` (optional).
 * - Options: `issuer`, default `https://login.salesforce.com`, where the users of all organizations sign in. For
 *   sandboxes `https://test.salesforce.com`, for your organization alone its own domain:
 *   `https://<name>.my.salesforce.com`.
 * - Email: sent. It never counts as verified, because the administrator of any organization can set it. If only users
 *   of your own organization sign in: `verifiedEmail: (user) => user.email_verified ? user.email : null`.
 * - The profile comes from the userinfo endpoint. Its picture can be loaded only with the access token, so a browser
 *   cannot show it.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://help.salesforce.com/s/articleView?id=sf.remoteaccess_authenticate.htm | Authorize apps with OAuth}
 *
 * @example
 * ```ts
 * import { Salesforce } from "@latchkey/auth/providers/salesforce";
 *
 * const provider = Salesforce({ issuer: "https://acme.my.salesforce.com" });
 * console.assert(provider.id === "salesforce");
 * ```
 */
export function Salesforce(options: OIDCUserConfig<SalesforceProfile> = {}): OIDCConfig<SalesforceProfile> {
  return OAuth({
    id: "salesforce",
    name: "Salesforce",
    type: "oidc",
    issuer: "https://login.salesforce.com",
    idToken: false,
    verifiedEmail: false,
    style: { brandColor: "#00a1e0" },
    options,
  });
}

export default Salesforce;
