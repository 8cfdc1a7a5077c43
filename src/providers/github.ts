/**
 * Sign-in with GitHub.
 *
 * @module
 */

import { CodeHost, type CodeHostOptions, type CodeHostProfile } from "./codehost.ts";
import type { OAuthConfig } from "../model/provider.ts";

/** A GitHub user, as `GET /user` returns it. */
export type GitHubProfile = CodeHostProfile;

/** Options of `GitHub()`. */
export type GitHubOptions = CodeHostOptions;

/**
 * Describes GitHub, or a GitHub Enterprise Server at `options.enterprise.baseUrl`.
 *
 * - Register:
 *   1. Open https://github.com/settings/developers, which is "Settings", "Developer settings", "OAuth apps" of your
 *      account. An organization has the same page in its settings. A free account is enough.
 *   2. Click "New OAuth App"; before your first one, the button reads "Register a new application".
 *   3. As "Application name", enter the name that users will see, and as "Homepage URL" the URL of your application,
 *      such as `http://localhost:8000`.
 *   4. As "Authorization callback URL", enter `http://localhost:8000/auth/callback/github`. An OAuth app has one
 *      callback URL: for production, register a second app with `<origin>/auth/callback/github`.
 *   5. Leave "Enable Device Flow" off, and click "Register application".
 *   6. Copy the "Client ID" to `AUTH_GITHUB_ID`.
 *   7. Click "Generate a new client secret", and copy the secret to `AUTH_GITHUB_SECRET`: GitHub never shows it
 *      again.
 *   8. Everyone with a GitHub account can sign in now. There is no review.
 * - Console: https://github.com/settings/developers
 * - Environment: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
 * - Errors:
 *   - "The redirect_uri is not associated with this application" (`redirect_uri_mismatch`): the callback URL of the
 *     app is another one. Behind a proxy, look for http in place of https.
 *   - `incorrect_client_credentials`: `AUTH_GITHUB_SECRET` is not a secret of the app with `AUTH_GITHUB_ID`. With an
 *     app for each environment, look for a mix of both.
 *   - A page "404" in place of the consent: GitHub has no app with `AUTH_GITHUB_ID`.
 * - Options: `enterprise` describes a GitHub Enterprise Server: `{ baseUrl: "https://code.example.com" }`.
 * - Email: the public address of the user, else the primary one. At github.com it counts as verified if the API says so; at
 *   an Enterprise Server never, because such a server may not verify addresses.
 * - Revocation: GitHub revokes access tokens. It documents no revocation of refresh tokens, which only a GitHub App
 *   has: users end the whole authorization in their settings, under "Applications".
 * - A GitHub App ignores scopes: give it the account permission "Email addresses", read-only. Otherwise users with a
 *   private address have none.
 * - Data residency (`https://octocorp.ghe.com`): also set `userinfo: { url: "https://api.octocorp.ghe.com/user" }` and
 *   `revocation: { url: "https://api.octocorp.ghe.com/applications/{clientId}/token" }`.
 * - The access tokens of an OAuth app do not end after a time. Those of a GitHub App end after eight hours, and come with a
 *   refresh token, unless the app has switched that off.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app | Creating an OAuth app}, with which the steps were compared on 2026-11-22, in an undated copy
 * @see {@link https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token | Delete an app token}
 * @see {@link https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens | Refreshing user access tokens}
 *
 * @example
 * ```ts
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const provider = GitHub({ authorization: { params: { scope: "read:user user:email read:org" } } });
 * console.assert(provider.id === "github");
 * ```
 */
export function GitHub(options: GitHubOptions = {}): OAuthConfig<GitHubProfile> {
  return {
    ...CodeHost(options),
    id: "github",
    name: "GitHub",
    style: { brandColor: "#24292f", mark: () => import("./marks/github.ts") },
  };
}

export default GitHub;
