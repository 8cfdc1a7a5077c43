/**
 * Sign-in with BoxyHQ SAML Jackson, also called Ory Polis.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The profile, as `GET /api/oauth/userinfo` returns it.
 *
 * @see {@link https://boxyhq.com/docs/jackson/sso-flow/ | SSO flow}
 */
export interface BoxyHQSAMLProfile extends OpenProfile {
  /** Id of the user at the identity provider of the tenant. Another tenant can use the same one. */
  readonly id: string;
  /** Email address, as the tenant's identity provider claims it. */
  readonly email: string;
  /** Given name. */
  readonly firstName?: string;
  /** Family name. */
  readonly lastName?: string;
  /** Roles of the user, if the identity provider sends them. */
  readonly roles?: readonly string[];
  /** Groups of the user, if the identity provider sends them. */
  readonly groups?: readonly string[];
  /** Attributes of the SAML assertion, or claims of the ID token. */
  readonly raw?: Readonly<Record<string, unknown>>;
  /** The connection that the user signed in with. */
  readonly requested?: {
    /** Tenant. */
    readonly tenant?: string;
    /** Product. */
    readonly product?: string;
    /** Client identifier of the application. */
    readonly client_id?: string;
    /** `state` of the authorization request. */
    readonly state?: string;
  };
}

/**
 * Describes a server of BoxyHQ SAML Jackson (Ory Polis), which lets the users of your customers sign in with the SAML
 * or OpenID Connect of their company.
 *
 * - Register: on the server, add a connection for each customer: its tenant, your product, and the redirect URL
 *   `<origin>/auth/callback/boxyhq-saml`.
 * - Console: the admin portal of your server
 * - Environment: `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET`, `AUTH_BOXYHQ_SAML_ISSUER`. With one connection, its
 *   client id and secret; with several, `dummy` and the server's `CLIENT_SECRET_VERIFIER`.
 * - Options: `issuer` (required), the URL of the server: `https://sso.example.com`.
 * - Email: sent, as the tenant's identity provider claims it. It never counts as verified.
 * - With several connections, the sign-in names one: `tenant` and `product` in the query of the sign-in request, or in
 *   `authorization: { params: { tenant: "…", product: "…" } }`. The user can change the query: take the tenant of a
 *   user from `profile.requested.tenant`, never from the request.
 * - Ids are those of one tenant: the identity provider of one customer can claim the id of another's user. With several
 *   tenants, write `profile: (user) => ({ id: JSON.stringify([user.requested?.tenant, user.id]), email: user.email })`.
 *   This changes the ids, so existing accounts must be renamed.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://boxyhq.com/docs/jackson/overview | Enterprise SSO}
 *
 * @example
 * ```ts
 * import { BoxyHQSAML } from "@latchkey/auth/providers/boxyhq-saml";
 *
 * const provider = BoxyHQSAML({ issuer: "https://sso.example.com" });
 * console.assert(provider.id === "boxyhq-saml");
 * ```
 */
export function BoxyHQSAML(options: OAuthUserConfig<BoxyHQSAMLProfile> = {}): OAuthConfig<BoxyHQSAMLProfile> {
  return OAuth({
    id: "boxyhq-saml",
    name: "BoxyHQ SAML",
    type: "oauth",
    authorization: { url: "{issuer}/api/oauth/authorize", params: { provider: "saml" } },
    token: "{issuer}/api/oauth/token",
    userinfo: "{issuer}/api/oauth/userinfo",
    client: { token_endpoint_auth_method: "client_secret_post" },
    signInParams: ["tenant", "product", "idp_hint"],
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#25c2a0" },
    options,
  });
}

/** The name of `BoxyHQSAML` in Auth.js. */
export const SAMLJackson: typeof BoxyHQSAML = BoxyHQSAML;

export default BoxyHQSAML;

function toUser(profile: BoxyHQSAMLProfile): ProviderUser {
  return {
    id: profile.id,
    name: joinName(profile.firstName, profile.lastName),
    email: profile.email,
    image: null,
  };
}
