/**
 * Sign-in with Google.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Google's ID token.
 *
 * @see {@link https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload | An ID token's payload}
 */
export interface GoogleProfile extends OpenProfile {
  /** Issuer: `https://accounts.google.com` or `accounts.google.com`. */
  readonly iss: string;
  /** Id of the Google account. It never changes. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string;
  /** Client identifier of the application that requested the token. */
  readonly azp?: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token expires: seconds since the epoch. */
  readonly exp: number;
  /** Email address. It can change. */
  readonly email?: string;
  /** Whether Google has verified the address. */
  readonly email_verified?: boolean;
  /** Full name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** URL of the picture. */
  readonly picture?: string;
  /** Locale, such as `en`. */
  readonly locale?: string;
  /** Domain of the Workspace or Cloud organization that the account belongs to. */
  readonly hd?: string;
}

/** Options of `Google()`. */
export type GoogleOptions = OIDCUserConfig<GoogleProfile> & {
  /**
   * Whether only an address whose mailbox Google runs counts as verified: at `gmail.com`, or of an account of Google
   * Workspace, which has the claim `hd`. Default `false`: each address with `email_verified`.
   */
  readonly authoritativeEmailOnly?: boolean;
};

/**
 * Describes Google.
 *
 * - Register:
 *   1. Open https://console.cloud.google.com/auth/clients and sign in with a Google account. Clients cost nothing. If
 *      the console asks for a project, create one.
 *   2. If it says "Google Auth Platform not configured yet", click "Get started". Fill in the app name and the
 *      support address, then choose the "Audience": "External" for everyone with a Google account, "Internal" for the
 *      accounts of your Google Workspace alone. Add a contact address, accept the policy, and click "Create".
 *   3. Under "Clients", click "Create client", and choose the application type "Web application".
 *   4. Under "Authorized redirect URIs", click "Add URI" and enter `http://localhost:8000/auth/callback/google`, then
 *      add `<origin>/auth/callback/google` in the same way. Google accepts http for localhost alone, and compares
 *      each character. "Authorized JavaScript origins" stays empty.
 *   5. Click "Create". Copy the client ID to `AUTH_GOOGLE_ID`, and the client secret to `AUTH_GOOGLE_SECRET`: Google
 *      never shows the secret again. If you lose it, add another secret to the client.
 *   6. An external app begins with the status "Testing". Under "Audience", "Test users", add the addresses of the
 *      accounts that may sign in, your own too: at most 100, whose refresh tokens expire after seven days.
 *   7. To let everyone in, click "Publish app" there. The scopes `openid profile email` need no review. Google shows
 *      the name of the app only after it has verified the app.
 * - Console: https://console.cloud.google.com/auth/clients
 * - Environment: `AUTH_GOOGLE_ID`, `AUTH_GOOGLE_SECRET`.
 * - Errors:
 *   - `Error 400: redirect_uri_mismatch`: the redirect URI is not in the list of step 4, character by character. The
 *     error details on the page show the one that was sent. A change takes from five minutes to a few hours to work.
 *   - `Error 401: invalid_client`, "The OAuth client was not found": `AUTH_GOOGLE_ID` is not the client ID. In the
 *     log, after the consent: `AUTH_GOOGLE_SECRET` is wrong.
 *   - `Error 403: access_denied`, "has not completed the Google verification process": the app has the status
 *     "Testing", and the account is not a test user.
 *   - `Error 403: org_internal`: the audience is "Internal", and the account belongs to another organization.
 * - Options: `authoritativeEmailOnly`, whether an address counts as verified only where Google itself runs the mailbox:
 *   `gmail.com`, and the accounts of Google Workspace.
 * - Email: always sent. It counts as verified if `email_verified` is `true`. For an address at another mail provider,
 *   that is a statement of the past: Google verified it once, and its owner may be another person today.
 * - Google issues a refresh token only on request: `authorization: { params: { access_type: "offline", prompt: "consent" } }`.
 * - Groups: Google sends none. `googleGroups()` of `@latchkey/auth/groups` asks the Cloud Identity API for them. Enable that API in
 *   the project, and request the scope `https://www.googleapis.com/auth/cloud-identity.groups.readonly`.
 * - To accept only the accounts of one organization, check the claim in `callbacks.signIn`:
 *   `profile?.hd === "example.com"`. The request parameter `hd` only preselects accounts.
 * - A renewal replaces no refresh token, so a renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.google.com/identity/openid-connect/openid-connect | OpenID Connect at Google}
 * @see {@link https://support.google.com/cloud/answer/15549257 | Manage OAuth clients}, with which the steps were compared on 2026-11-22, in an undated copy
 * @see {@link https://developers.google.com/identity/protocols/oauth2#expiration | Refresh token expiration}
 *
 * @example
 * ```ts
 * import { Google } from "@latchkey/auth/providers/google";
 *
 * const provider = Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } });
 * console.assert(provider.issuer === "https://accounts.google.com");
 * ```
 */
export function Google(options: GoogleOptions = {}): OIDCConfig<GoogleProfile> {
  return withOwnServer({
    id: "google",
    name: "Google",
    type: "oidc",
    issuer: "https://accounts.google.com",
    issuers: (claims) => (claims ? ["accounts.google.com"] : []),
    authorization: { params: { scope: "openid profile email" } },
    token: { refreshGrace: Infinity },
    verifiedEmail: (profile) => verifiedEmail(profile, options),
    style: { brandColor: "#1a73e8", mark: () => import("./marks/google.ts") },
    options,
  });
}

export default Google;

function verifiedEmail(
  { email, email_verified, hd }: GoogleProfile,
  { authoritativeEmailOnly }: GoogleOptions,
): string | null | undefined {
  if (email_verified !== true) return null;
  const isOfGoogle = /@(?:gmail|googlemail)\.com$/i.test(email ?? "") ||
    (typeof hd === "string" && hd !== "");
  return authoritativeEmailOnly && !isOfGoogle ? null : email;
}
