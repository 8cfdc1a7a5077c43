/**
 * Sign-in with Okta.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Okta's ID token.
 *
 * @see {@link https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ | OpenID Connect and OAuth 2 at Okta}
 */
export interface OktaProfile extends StandardClaims, OpenProfile {
  /** Login of the user. It can change. */
  readonly preferred_username?: string;
  /** Groups of the user, if the authorization server adds the claim. */
  readonly groups?: readonly string[];
  /** Methods by which the user authenticated. */
  readonly amr?: readonly string[];
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
}

/** Options of `Okta()`. */
export type OktaOptions = OIDCUserConfig<OktaProfile>;

/**
 * Describes an Okta organization. The endpoints come from discovery.
 *
 * - Register: in the Admin Console, under Applications, create an app integration "OIDC - OpenID Connect", "Web
 *   Application", with the sign-in redirect URI `<origin>/auth/callback/okta`. Assign users or groups to it.
 * - Console: `https://<domain>-admin.okta.com`
 * - Environment: `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`.
 * - Options: `issuer` (required): `https://<name>.okta.com` for the organization's own authorization server,
 *   `https://<name>.okta.com/oauth2/<server>` for a custom one, such as `default`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.okta.com/docs/guides/sign-into-web-app-redirect/ | Sign users in to a web application}
 *
 * @example
 * ```ts
 * import { Okta } from "@latchkey/auth/providers/okta";
 *
 * const provider = Okta({ issuer: "https://acme.okta.com/oauth2/default" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Okta(options: OktaOptions = {}): OIDCConfig<OktaProfile> {
  return {
    id: "okta",
    name: "Okta",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#000", mark: () => import("./marks/okta.ts") },
    options,
  };
}

export default Okta;
