/**
 * Sign-in with Auth0.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
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

/**
 * Describes a tenant of Auth0. The endpoints come from discovery.
 *
 * - Register:
 *   1. Open https://manage.auth0.com/ and sign up or log in. A free tenant is enough.
 *   2. Under "Applications", "Applications", click "Create Application". Enter a name, select "Regular Web
 *      Applications", and click "Create".
 *   3. Open the tab "Settings". Set `AUTH_AUTH0_ISSUER` to `https://` and the "Domain", such as
 *      `https://example.eu.auth0.com`. Copy "Client ID" to `AUTH_AUTH0_ID`, and "Client Secret" to
 *      `AUTH_AUTH0_SECRET`. All three stay visible there.
 *   4. Below, under "Allowed Callback URLs", enter `http://localhost:8000/auth/callback/auth0`, a comma, and
 *      `<origin>/auth/callback/auth0`. Remove the first one before you publish.
 *   5. Click "Save Changes".
 *   6. On the tab "Connections", switch on the ways in which users sign in, at least one.
 *   7. Before other people sign in with Google or another social connection, enter your own keys in it: Auth0's
 *      development keys are for tests.
 * - Console: https://manage.auth0.com/
 * - Environment: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`, `AUTH_AUTH0_ISSUER`.
 * - Errors:
 *   - "Callback URL mismatch": the callback URL is not in the list of step 4, character by character.
 *   - "no connections enabled for the client": no connection of step 6 is on.
 *   - `access_denied`, "Unauthorized", in the log: `AUTH_AUTH0_SECRET` is wrong.
 * - Options: `issuer` (required), the URL of the tenant or its custom domain: `https://example.eu.auth0.com`.
 * - Email: depends on the connection. It counts as verified if `email_verified` is `true`.
 * - Logout: add `<origin>/auth/post-logout` to "Allowed Logout URLs" of the application.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://auth0.com/docs/get-started/auth0-overview/create-applications/regular-web-apps | Register regular web applications}, with which the steps were compared on 2026-11-22, as of 2026-02-25
 *
 * @example
 * ```ts
 * import { Auth0 } from "@latchkey/auth/providers/auth0";
 *
 * const provider = Auth0({ issuer: "https://example.eu.auth0.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Auth0(options: OIDCUserConfig<Auth0Profile> = {}): OIDCConfig<Auth0Profile> {
  return OAuth({
    id: "auth0",
    name: "Auth0",
    type: "oidc",
    issuer: "{issuer}",
    // Tenants from before 14 November 2023 name no `end_session_endpoint` by default, and have this page.
    // https://auth0.com/docs/authenticate/login/logout/log-users-out-of-auth0
    // https://auth0.com/docs/api/authentication/logout/auth-0-logout
    endSession: { url: "{issuer}/v2/logout", redirectParam: "returnTo", unlessDiscovered: true },
    style: { brandColor: "#eb5424", mark: () => import("./marks/auth0.ts") },
    options,
  });
}

export default Auth0;
