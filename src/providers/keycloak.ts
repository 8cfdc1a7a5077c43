/**
 * Sign-in with a realm of Keycloak.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Keycloak's ID token, as the default client scopes `profile` and `email` map them. The realm's
 * mappers may add further ones.
 *
 * @see {@link https://www.keycloak.org/docs/latest/server_admin/#_client_scopes | Client scopes}
 */
export interface KeycloakProfile extends StandardClaims, OpenProfile {
  /** Issuer: URL of the realm. */
  readonly iss: string;
  /** Id of the user in the realm. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string | readonly string[];
  /** Client identifier of the application that requested the token. */
  readonly azp?: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token expires: seconds since the epoch. */
  readonly exp: number;
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
  /** Id of the session at Keycloak. */
  readonly sid?: string;
}

/** Options of `Keycloak()`. */
export type KeycloakOptions = OIDCUserConfig<KeycloakProfile>;

/**
 * Describes a realm of Keycloak. The endpoints come from discovery.
 *
 * - Register: create a client in the realm, with the valid redirect URI `<origin>/auth/callback/keycloak`. Switch "Client
 *   authentication" on; for a public client, set `client: { token_endpoint_auth_method: "none" }`.
 * - Console: `https://<server>/admin/`, the admin console of your server
 * - Environment: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`, `AUTH_KEYCLOAK_ISSUER`.
 * - Options: `issuer` (required) names the realm: `https://<host>/realms/<realm>`, in versions before 17
 *   `https://<host>/auth/realms/<realm>`. Use the host that Keycloak itself is configured with.
 * - Email: as the realm has it. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients | OpenID Connect clients}
 *
 * @example
 * ```ts
 * import { Keycloak } from "@latchkey/auth/providers/keycloak";
 *
 * const provider = Keycloak({ issuer: "https://sso.example.com/realms/staff/" });
 * console.assert(provider.issuer === "https://sso.example.com/realms/staff");
 * ```
 */
export function Keycloak(options: KeycloakOptions = {}): OIDCConfig<KeycloakProfile> {
  const issuer = options.issuer?.replace(/\/+$/, "");
  return {
    id: "keycloak",
    name: "Keycloak",
    type: "oidc",
    issuer,
    authorization: { params: { scope: "openid profile email" } },
    style: { brandColor: "#4d4d4d" },
    options: issuer === undefined ? options : { ...options, issuer },
  };
}

export default Keycloak;
