/**
 * Sign-in with HubSpot.
 *
 * @module
 */

import { only, sendStandard } from "./_revocation.ts";
import { nameError, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The data of an access token: its user, account and scopes.
 *
 * @see {@link https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect | Token introspection endpoint}
 */
export interface HubSpotProfile extends OpenProfile {
  /** Number of the user. */
  readonly user_id: number;
  /** Email address of the user, which is the account name. */
  readonly user?: string;
  /** Whether the token is valid. */
  readonly active?: boolean;
  /** `access_token`. */
  readonly token_use?: string;
  /** Client identifier of the application. */
  readonly client_id?: string;
  /** Number of the HubSpot account that the user chose. */
  readonly hub_id: number;
  /** Domain of that account. */
  readonly hub_domain?: string;
  /** Number of the application. */
  readonly app_id: number;
  /** The granted scopes. */
  readonly scopes?: readonly string[];
  /** Type of the token. */
  readonly token_type?: string;
  /** Seconds until the token expires. */
  readonly expires_in?: number;
  /** A secret: the access token itself. Do not put it into a session. */
  readonly token?: string;
}

/**
 * Describes HubSpot.
 *
 * - Register: in a developer account, create a public app. Under "Auth", add the redirect URL
 *   `<origin>/auth/callback/hubspot`, which needs https, except on localhost. Its scopes must be those that are sent.
 * - Console: https://developers.hubspot.com/
 * - Environment: `AUTH_HUBSPOT_ID`, `AUTH_HUBSPOT_SECRET`.
 * - Email: always sent; it is the account name, and `name`, too. It never counts as verified: HubSpot does not document
 *   whether it is.
 * - Revocation: HubSpot revokes refresh tokens. The access token works until it ends.
 * - The endpoints are those of the version 2026-03. HubSpot stops those of `/oauth/v1` on 16 February 2027.
 * - The profile has the access token. Do not put the profile into a session.
 * - A user signs in to one HubSpot account: its number is `profile.hub_id`.
 * - There is no picture.
 * - For a refresh token that has ended, HubSpot may answer `BAD_REFRESH_TOKEN` in a field of its own. The provider makes it
 *   the code of the standard.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens | Manage OAuth tokens}
 * @see {@link https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/revoke-token | Revoke an OAuth token}
 * @see {@link https://nango.dev/blog/hubspot-oauth-bad-refresh-token | BAD_REFRESH_TOKEN}
 *
 * @example
 * ```ts
 * import { HubSpot } from "@latchkey/auth/providers/hubspot";
 *
 * const provider = HubSpot({ authorization: { params: { scope: "oauth crm.objects.contacts.read" } } });
 * console.assert(provider.id === "hubspot");
 * ```
 */
export function HubSpot(options: OAuthUserConfig<HubSpotProfile> = {}): OAuthConfig<HubSpotProfile> {
  return OAuth({
    id: "hubspot",
    name: "HubSpot",
    type: "oauth",
    authorization: { url: "https://app.hubspot.com/oauth/authorize", params: { scope: "oauth" } },
    token: {
      url: "https://api.hubapi.com/oauth/2026-03/token",
      conform: (response) => nameError(response, codeOf),
    },
    userinfo: {
      url: "https://api.hubapi.com/oauth/2026-03/token/introspect",
      headers: { authorization: undefined },
      form: {
        client_id: "{clientId}",
        client_secret: "{clientSecret}",
        token: "{tokens.access_token}",
        token_type_hint: "access_token",
      },
    },
    revocation: {
      url: "https://api.hubapi.com/oauth/2026-03/token/revoke",
      request: only("refresh_token", sendStandard),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff7a59", mark: () => import("./marks/hubspot.ts") },
    options,
  });
}

export default HubSpot;

function codeOf({ status }: TokenResponse): string | null {
  return status === "BAD_REFRESH_TOKEN" ? "invalid_grant" : null;
}

function toUser(profile: HubSpotProfile): ProviderUser {
  const { user_id: id, user = null, active } = profile;
  // Of a token that is not active, the answer proves nothing.
  return { id: active === false ? undefined : id, name: user, email: user, image: null };
}
