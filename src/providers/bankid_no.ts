/**
 * Sign-in with BankID of Norway.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of BankID's userinfo, which is signed. The scopes say which of them it has.
 *
 * @see {@link https://developer.bankid.no/bankid-with-biometrics/ | BankID with biometrics}
 */
export interface BankIDNorwayProfile extends OpenProfile {
  /** Id of the user at BankID OIDC. */
  readonly sub: string;
  /** Full name, from the BankID certificate. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Date of birth, as `YYYY-MM-DD`. */
  readonly birthdate?: string;
  /** Email address. Needs the scope `email`, and the user's consent. */
  readonly email?: string;
  /** National identity number. Needs the scope `nnin_altsub`, which BankID must grant. */
  readonly nnin_altsub?: string;
  /** When the data were last changed: seconds since the epoch. */
  readonly updated_at?: number;
}

/**
 * Describes BankID of Norway (BankID OIDC). The endpoints come from discovery.
 *
 * - Register: order a client from BankID or a partner, with the redirect URI `<origin>/auth/callback/bankid-no`.
 * - Console: https://developer.bankid.no/
 * - Environment: `AUTH_BANKID_NO_ID`, `AUTH_BANKID_NO_SECRET`, `AUTH_BANKID_NO_ISSUER` (optional).
 * - Options: `issuer`, default `https://auth.bankid.no/auth/realms/prod`. For tests,
 *   `https://auth.current.bankid.no/auth/realms/current`.
 * - Email: sent if the user consents. It never counts as verified.
 * - The profile comes from the userinfo endpoint, whose signed answer (`application/jwt`) is verified.
 * - The request contains `login_hint: "BIS"`, which selects a method of BankID, and `ui_locales: "no"`. Other values:
 *   `authorization: { params: { login_hint: "BID", ui_locales: "en" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://confluence.bankidnorge.no/confluence/pdoidcl | BankID OIDC}
 *
 * @example
 * ```ts
 * import { BankIDNorway } from "@latchkey/auth/providers/bankid-no";
 *
 * const provider = BankIDNorway({ authorization: { params: { ui_locales: "en" } } });
 * console.assert(provider.id === "bankid-no");
 * ```
 */
export function BankIDNorway(
  options: OIDCUserConfig<BankIDNorwayProfile> = {},
): OIDCConfig<BankIDNorwayProfile> {
  return OAuth({
    id: "bankid-no",
    name: "BankID Norge",
    type: "oidc",
    issuer: "https://auth.bankid.no/auth/realms/prod",
    authorization: { params: { login_hint: "BIS", ui_locales: "no" } },
    client: { token_endpoint_auth_method: "client_secret_post" },
    idToken: false,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#39134c" },
    options,
  });
}

export default BankIDNorway;

function toUser({ sub, name, email }: BankIDNorwayProfile): ProviderUser {
  return { id: sub, name, email, image: null };
}
