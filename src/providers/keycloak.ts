/**
 * Sign-in with a realm of Keycloak.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
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

/**
 * Describes a realm of Keycloak. The endpoints come from discovery.
 *
 * - Register:
 *   1. Open `https://<server>/admin/`, sign in as an administrator, and choose the realm of your users, not `master`.
 *   2. Under "Clients", click "Create client". Leave the type "OpenID Connect", enter a client ID such as `website`,
 *      and click "Next". Copy the client ID to `AUTH_KEYCLOAK_ID`.
 *   3. Switch "Client authentication" on, leave "Standard flow" on, and click "Next". For a public client, leave it
 *      off, and set `client: { token_endpoint_auth_method: "none" }`.
 *   4. Under "Valid redirect URIs", enter `http://localhost:8000/auth/callback/keycloak`, and add
 *      `<origin>/auth/callback/keycloak`. Keycloak accepts wildcards, too: do without them. Click "Save".
 *   5. On the tab "Credentials", copy "Client Secret" to `AUTH_KEYCLOAK_SECRET`. It stays visible there; "Regenerate"
 *      replaces it.
 *   6. Set `AUTH_KEYCLOAK_ISSUER` to `https://<server>/realms/<realm>`.
 *   7. All users of the realm can sign in now. Add one under "Users", with a password, or let visitors register:
 *      "Realm settings", "Login", "User registration".
 * - Console: `https://<server>/admin/`, the admin console of your server
 * - Environment: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`, `AUTH_KEYCLOAK_ISSUER`.
 * - Errors:
 *   - "Invalid parameter: redirect_uri": the redirect URI is not in the list of step 4.
 *   - "Client not found": `AUTH_KEYCLOAK_ID` is not the client ID, or the client is in another realm.
 *   - "Invalid client or Invalid client credentials" (`unauthorized_client`): `AUTH_KEYCLOAK_SECRET` is wrong, or
 *     "Client authentication" is off.
 *   - "Realm does not exist": `AUTH_KEYCLOAK_ISSUER` names another realm, or a version before 17 needs `/auth` in it.
 * - Options: `issuer` (required) names the realm: `https://<host>/realms/<realm>`, in versions before 17
 *   `https://<host>/auth/realms/<realm>`. Use the host that Keycloak itself is configured with.
 * - Email: as the realm has it. It counts as verified if `email_verified` is `true`.
 * - Roles: `keycloakRoles()` of `@latchkey/auth/groups` reads those of the realm, or of a client. Groups need a mapper, "Group
 *   Membership", in the client's own scope.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients | OpenID Connect clients}, with which the steps were partly compared on 2026-11-22, in an undated copy
 *
 * @example
 * ```ts
 * import { Keycloak } from "@latchkey/auth/providers/keycloak";
 *
 * const provider = Keycloak({ issuer: "https://sso.example.com/realms/staff/" });
 * console.assert(provider.issuer === "https://sso.example.com/realms/staff");
 * ```
 */
export function Keycloak(options: OIDCUserConfig<KeycloakProfile> = {}): OIDCConfig<KeycloakProfile> {
  const issuer = options.issuer?.replace(/\/+$/, "");
  return OAuth({
    id: "keycloak",
    name: "Keycloak",
    type: "oidc",
    issuer,
    authorization: { params: { scope: "openid profile email" } },
    style: { brandColor: "#4d4d4d" },
    options: issuer === undefined ? options : { ...options, issuer },
  });
}

export default Keycloak;
