/**
 * Sign-in with Vipps MobilePay.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * The user, as the userinfo endpoint of Vipps MobilePay returns it. The scopes say which of the claims it has.
 *
 * @see {@link https://developer.vippsmobilepay.com/docs/APIs/login-api/ | Login API}
 */
export interface VippsProfile extends OpenProfile {
  /** Id of the user at this merchant. */
  readonly sub: string;
  /** Full name. Needs the scope `name`. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** Whether Vipps MobilePay has verified the address. */
  readonly email_verified?: boolean;
  /** Phone number, digits with the country code. Needs the scope `phoneNumber`. */
  readonly phone_number?: string;
  /** Date of birth, as `YYYY-MM-DD`. Needs the scope `birthDate`. */
  readonly birthdate?: string;
  /** National identity number. Needs the scope `nin`, which Vipps MobilePay must grant. */
  readonly nin?: string;
  /** Address. Needs the scope `address`. */
  readonly address?: {
    /** Type: `home`, `work` or `other`. */
    readonly address_type: string;
    /** Country, as ISO 3166-1 alpha-2: `NO`. */
    readonly country: string;
    /** The address in lines. */
    readonly formatted: string;
    /** Postal code. */
    readonly postal_code: string;
    /** City. */
    readonly region: string;
    /** Street and number. */
    readonly street_address: string;
  };
  /** Further addresses. Needs the scope `address`. */
  readonly other_addresses?: readonly NonNullable<VippsProfile["address"]>[];
  /** Id of the session. */
  readonly sid?: string;
}

/**
 * Describes Vipps MobilePay (Login API). The endpoints come from discovery.
 *
 * - Register: in the business portal, under "For developers", set the login API of a sales unit up, with the redirect
 *   URI `<origin>/auth/callback/vipps` and the token endpoint authentication method "client_secret_basic".
 * - Console: https://portal.vippsmobilepay.com/
 * - Environment: `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`, `AUTH_VIPPS_ISSUER` (optional).
 * - Options: `issuer`, default `https://api.vipps.no/access-management-1.0/access/`. For tests,
 *   `https://apitest.vipps.no/access-management-1.0/access/`.
 * - Email: sent if the user consents. It counts as verified if `email_verified` is `true`.
 * - The profile comes from the userinfo endpoint. The scope is `openid name email`: there is no scope `profile`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.vippsmobilepay.com/docs/APIs/login-api/ | Login API}
 *
 * @example
 * ```ts
 * import { Vipps } from "@latchkey/auth/providers/vipps";
 *
 * const provider = Vipps({ issuer: "https://apitest.vipps.no/access-management-1.0/access/" });
 * console.assert(provider.id === "vipps");
 * ```
 */
export function Vipps(options: OIDCUserConfig<VippsProfile> = {}): OIDCConfig<VippsProfile> {
  return withOwnServer({
    id: "vipps",
    name: "Vipps",
    type: "oidc",
    issuer: "https://api.vipps.no/access-management-1.0/access/",
    authorization: { params: { scope: "openid name email" } },
    idToken: false,
    // The environment for tests.
    vouchesAt: (issuer) => issuer.startsWith("https://apitest.vipps.no/"),
    style: { brandColor: "#f05c18" },
    options,
  });
}

export default Vipps;
