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
 * - Register: create an OAuth app under Settings, Developer settings, with the callback URL
 *   `<origin>/auth/callback/github`.
 * - Console: https://github.com/settings/developers
 * - Environment: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
 * - Options: `enterprise` describes a GitHub Enterprise Server: `{ baseUrl: "https://code.example.com" }`.
 * - Email: the public address of the user, else the primary one. At github.com it counts as verified if the API says so; at
 *   an Enterprise Server never, because such a server may not verify addresses.
 * - A GitHub App ignores scopes: give it the account permission "Email addresses", read-only. Otherwise users with a
 *   private address have none.
 * - Data residency (`https://octocorp.ghe.com`): also set `userinfo: { url: "https://api.octocorp.ghe.com/user" }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app | Creating an OAuth app}
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
