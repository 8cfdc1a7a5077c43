/**
 * Sign-in with NetSuite.
 *
 * @module
 */

import { only, sendStandard } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/** The user, as `getCurrentUser()` of the module N/runtime returns it. The script may add further fields. */
export interface NetSuiteProfile extends OpenProfile {
  /** Internal id of the user's record in the account. */
  readonly id: number;
  /** Full name. */
  readonly name: string;
  /** Email address. */
  readonly email: string;
  /** Internal id of the location. */
  readonly location?: number;
  /** Internal id of the role. */
  readonly role?: number;
  /** Script id of the role, such as `administrator`. */
  readonly roleId?: string;
  /** Centre of the role, such as `BASIC`. */
  readonly roleCenter?: string;
  /** Internal id of the contact. */
  readonly contact?: number;
  /** Internal id of the subsidiary. */
  readonly subsidiary?: number;
  /** Internal id of the department. */
  readonly department?: number;
}

/** Options of `NetSuite()`. */
export type NetSuiteOptions = OAuthUserConfig<NetSuiteProfile> & {
  /** Id of the account, as in the names of its hosts: `1234567`, of a sandbox `1234567-sb1`. */
  readonly accountID?: string;
  /** Page that the user sees: `none`, `login`, `consent` or `login consent`. Default: the one that is necessary. */
  readonly prompt?: string;
  /** @deprecated It has no effect, and the log says so. Write `authorization: { params: { scope: "restlets" } }`. */
  readonly scope?: string;
};

/**
 * Describes an account of NetSuite. It signs in the account's own users.
 *
 * - Register: under Setup, Integration, create an integration record. Switch "Authorization Code Grant" and the scopes
 *   "RESTlets" and "REST Web Services" on. Add the redirect URI `<origin>/auth/callback/netsuite`, https only. The role
 *   of each user needs the permission "Log in using OAuth 2.0 Access Tokens".
 * - Console: `https://<account>.app.netsuite.com`
 * - NetSuite has no endpoint for the profile. Deploy a RESTlet whose function `get` returns
 *   `JSON.stringify(runtime.getCurrentUser())`, with the module N/runtime, for the roles that may sign in.
 * - Environment: `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`.
 * - Options: `accountID` (required), the id of the account, as in its URL: `1234567`, of a sandbox `1234567-sb1`.
 *   `userinfo` (required), the external URL of the RESTlet. `prompt`: `login` or `consent` shows that page at each
 *   sign-in.
 * - Email: sent. It never counts as verified: an administrator of the account writes it.
 * - Revocation: NetSuite revokes refresh tokens, each with its access tokens.
 * - Ids are those of one account. For a second account, give its provider another `id`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771733782.html | OAuth 2.0 for integrations}
 * @see {@link https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_161071224088.html | Revoking tokens}
 *
 * @example
 * ```ts
 * import { NetSuite } from "@latchkey/auth/providers/netsuite";
 *
 * const provider = NetSuite({
 *   accountID: "1234567",
 *   userinfo: "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1",
 * });
 * console.assert(provider.id === "netsuite");
 * ```
 */
export function NetSuite(options: NetSuiteOptions = {}): OAuthConfig<NetSuiteProfile> {
  return OAuth({
    id: "netsuite",
    name: "NetSuite",
    type: "oauth",
    authorization: {
      url: "https://{accountID}.app.netsuite.com/app/login/oauth2/authorize.nl",
      params: { scope: "restlets rest_webservices", prompt: options.prompt },
    },
    token: "https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
    userinfo: "{userinfo}",
    revocation: {
      url: "https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke",
      request: only("refresh_token", sendStandard),
    },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#181a1b" },
    options,
  });
}

export default NetSuite;

function toUser(profile: NetSuiteProfile): ProviderUser {
  return { id: profile.id, name: profile.name, email: profile.email, image: null };
}
