/**
 * Sign-in with HubSpot.
 *
 * @module
 */

import type { OAuthConfig, OAuthUserConfig, ProviderUser } from "./types.ts";

/**
 * The data of an access token: its user, account and scopes.
 *
 * @see {@link https://developers.hubspot.com/docs/api/oauth/tokens | OAuth tokens}
 */
export interface HubSpotProfile {
  /** Number of the user. */
  readonly user_id: number;
  /** E-mail address of the user, which is the account name. */
  readonly user: string;
  /** Number of the HubSpot account that the user chose. */
  readonly hub_id: number;
  /** Domain of that account. */
  readonly hub_domain?: string;
  /** Number of the application. */
  readonly app_id: number;
  /** The granted scopes. */
  readonly scopes?: readonly string[];
  /** `access`. */
  readonly token_type?: string;
  /** Seconds until the token expires. */
  readonly expires_in?: number;
  /** A secret: the access token itself. Do not put it into a session. */
  readonly token?: string;
  /** Other fields. */
  // deno-lint-ignore no-explicit-any -- used without casts, as with Auth.js
  readonly [field: string]: any;
}

/** Options of `HubSpot()`. */
export type HubSpotOptions = OAuthUserConfig<HubSpotProfile>;

/**
 * Describes HubSpot.
 *
 * - Register: in a developer account, create a public app. Under "Auth", add the redirect URL
 *   `<origin>/auth/callback/hubspot`, which needs https, except on localhost. Its scopes must be those that are sent.
 * - Environment: `AUTH_HUBSPOT_ID`, `AUTH_HUBSPOT_SECRET`.
 * - Email: always sent; it is the account name, and `name`, too. It never counts as verified: HubSpot does not document
 *   whether it is.
 * - The profile has the access token. Do not put the profile into a session.
 * - A user signs in to one HubSpot account: its number is `profile.hub_id`.
 * - There is no picture.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.hubspot.com/docs/api/working-with-oauth | Working with OAuth}
 *
 * @example
 * ```ts
 * import { HubSpot } from "@latchkey/auth/providers/hubspot";
 *
 * const provider = HubSpot({ authorization: { params: { scope: "oauth crm.objects.contacts.read" } } });
 * console.assert(provider.id === "hubspot");
 * ```
 */
export function HubSpot(options: HubSpotOptions = {}): OAuthConfig<HubSpotProfile> {
  return {
    id: "hubspot",
    name: "HubSpot",
    type: "oauth",
    authorization: { url: "https://app.hubspot.com/oauth/authorize", params: { scope: "oauth" } },
    token: "https://api.hubapi.com/oauth/v1/token",
    userinfo: {
      url: "https://api.hubapi.com/oauth/v1/access-tokens/{tokens.access_token}",
      headers: { authorization: undefined },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff7a59", mark: () => import("./marks/hubspot.ts") },
    options,
  };
}

export default HubSpot;

function toUser(profile: HubSpotProfile): ProviderUser {
  return { id: profile.user_id, name: profile.user, email: profile.user, image: null };
}
