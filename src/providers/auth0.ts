/**
 * Sign-in with Auth0.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Auth0's ID token. Actions may add further ones.
 *
 * @see {@link https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure | ID token structure}
 */
export interface Auth0Profile extends Omit<StandardClaims, "updated_at">, OpenProfile {
  /** Id of the user: the connection and the id there, such as `auth0|6487d1`. */
  readonly sub: string;
  /** Full name. Without one, Auth0 puts the address here. */
  readonly name?: string;
  /** Nickname; often the part of the address before the `@`. */
  readonly nickname?: string;
  /** When the profile was last changed, as an ISO 8601 date-time. */
  readonly updated_at?: string;
  /** Id of the session at Auth0. */
  readonly sid?: string;
}

/** Options of `Auth0()`. */
export type Auth0Options = OIDCUserConfig<Auth0Profile>;

/**
 * Describes a tenant of Auth0. The endpoints come from discovery.
 *
 * - Register: create a "Regular Web Application" in the dashboard, with the allowed callback URL
 *   `<origin>/auth/callback/auth0`.
 * - Console: https://manage.auth0.com/
 * - Environment: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`, `AUTH_AUTH0_ISSUER`.
 * - Options: `issuer` (required), the URL of the tenant or its custom domain: `https://example.eu.auth0.com`.
 * - Email: depends on the connection. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://auth0.com/docs/get-started/auth0-overview/create-applications/regular-web-apps | Regular web applications}
 *
 * @example
 * ```ts
 * import { Auth0 } from "@latchkey/auth/providers/auth0";
 *
 * const provider = Auth0({ issuer: "https://example.eu.auth0.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Auth0(options: Auth0Options = {}): OIDCConfig<Auth0Profile> {
  return {
    id: "auth0",
    name: "Auth0",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#eb5424", mark: () => import("./marks/auth0.ts") },
    options,
  };
}

export default Auth0;
