/**
 * Sign-in with DonationAlerts.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /api/v1/user/oauth`.
 *
 * @see {@link https://www.donationalerts.com/apidoc#api_v1__users__user_profile_information | User profile information}
 */
export interface DonationAlertsProfile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Number of the user. */
    readonly id: number;
    /** Account name. */
    readonly code: string;
    /** Display name. */
    readonly name: string;
    /** URL of the picture. */
    readonly avatar: string;
    /** Email address. */
    readonly email: string;
    /** A secret: lets its owner receive the user's alerts. Do not put it into a session. */
    readonly socket_connection_token: string;
  };
}

/**
 * Describes DonationAlerts.
 *
 * - Register: at https://www.donationalerts.com/application/clients, create an application with the redirect URL
 *   `<origin>/auth/callback/donation-alerts`.
 * - Console: https://www.donationalerts.com/application/clients
 * - Environment: `AUTH_DONATION_ALERTS_ID` (the app id), `AUTH_DONATION_ALERTS_SECRET` (the API key).
 * - Email: always sent. It never counts as verified: DonationAlerts does not document whether it is.
 * - The profile has a secret, `socket_connection_token`. Do not put the profile into a session.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.donationalerts.com/apidoc | API documentation}
 *
 * @example
 * ```ts
 * import { DonationAlerts } from "@latchkey/auth/providers/donation-alerts";
 *
 * const provider = DonationAlerts();
 * console.assert(provider.id === "donation-alerts");
 * ```
 */
export function DonationAlerts(
  options: OAuthUserConfig<DonationAlertsProfile> = {},
): OAuthConfig<DonationAlertsProfile> {
  return OAuth({
    id: "donation-alerts",
    name: "DonationAlerts",
    type: "oauth",
    authorization: {
      url: "https://www.donationalerts.com/oauth/authorize",
      params: { scope: "oauth-user-show" },
    },
    token: "https://www.donationalerts.com/oauth/token",
    userinfo: "https://www.donationalerts.com/api/v1/user/oauth",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    options,
  });
}

export default DonationAlerts;

function toUser({ data }: DonationAlertsProfile): ProviderUser {
  return { id: data?.id, name: data?.name || data?.code, email: data?.email, image: data?.avatar };
}
