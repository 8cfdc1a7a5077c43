/**
 * Sign-in with Okta.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
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

/**
 * Describes an Okta organization. The endpoints come from discovery.
 *
 * - Register:
 *   1. Sign in at https://developer.okta.com/login as an administrator of your organization, and click "Admin".
 *      Without an organization, sign up there for a free one for developers.
 *   2. Under "Applications and Resources", "Applications", click "Create App Integration".
 *   3. Select "OIDC - OpenID Connect" and "Web Application", and click "Next". With another type, the sign-in fails.
 *   4. Enter a name. Under "Sign-in redirect URIs", enter `http://localhost:8000/auth/callback/okta`, and add
 *      `<origin>/auth/callback/okta`.
 *   5. Under "Controlled access", choose who may sign in, such as "Allow everyone in your organization to access",
 *      and click "Save".
 *   6. On the tab "General", under "Client Credentials", copy the client ID to `AUTH_OKTA_ID`, and the client secret
 *      to `AUTH_OKTA_SECRET`.
 *   7. Set `AUTH_OKTA_ISSUER` to the URL of the organization, without `-admin`, such as `https://acme.okta.com`.
 *   8. People whom you left out in step 5 can sign in after you assign them on the tab "Assignments".
 * - Console: `https://<domain>-admin.okta.com`
 * - Environment: `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`.
 * - Errors:
 *   - "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings": the redirect URI is not
 *     in the list of step 4, character by character.
 *   - "User is not assigned to the client application" (`access_denied`): assign the user or a group, as in step 8.
 *   - "Policy evaluation failed" (`access_denied`): the issuer is a custom authorization server, such as
 *     `/oauth2/default`, which has no access policy for the app.
 *   - `invalid_client`: `AUTH_OKTA_ID` or `AUTH_OKTA_SECRET` is wrong.
 * - Options: `issuer` (required): `https://<name>.okta.com` for the organization's own authorization server,
 *   `https://<name>.okta.com/oauth2/<server>` for a custom one, such as `default`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - Groups: on the tab "Sign On" of the app, edit the ID token, and add the groups claim `groups` with a filter, and ask for the scope
 *   `openid profile email groups`. A custom authorization server has claims of its own instead, and no such scope. `claimedGroups()` of `@latchkey/auth/groups` reads them.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.okta.com/docs/guides/sign-into-web-app-redirect/ | Sign users in to a web application}, with which the steps were compared on 2026-11-22, as of 2026-08-21
 *
 * @example
 * ```ts
 * import { Okta } from "@latchkey/auth/providers/okta";
 *
 * const provider = Okta({ issuer: "https://acme.okta.com/oauth2/default" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Okta(options: OIDCUserConfig<OktaProfile> = {}): OIDCConfig<OktaProfile> {
  return OAuth({
    id: "okta",
    name: "Okta",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#000", mark: () => import("./marks/okta.ts") },
    options,
  });
}

export default Okta;
