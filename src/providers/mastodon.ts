/**
 * Sign-in with Mastodon.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The account, as `GET /api/v1/accounts/verify_credentials` returns it.
 *
 * @see {@link https://docs.joinmastodon.org/entities/Account/ | Account}
 */
export interface MastodonProfile extends OpenProfile {
  /** Id of the account on its server. */
  readonly id: string;
  /** Account name, without the server. */
  readonly username: string;
  /** Account name; for an account of another server with `@` and the server. */
  readonly acct: string;
  /** Display name. May be empty. */
  readonly display_name: string;
  /** A few words about the user, as HTML. */
  readonly note?: string;
  /** URL of the account's page. */
  readonly url?: string;
  /** URL of the picture, possibly animated. */
  readonly avatar?: string;
  /** URL of the picture, not animated. */
  readonly avatar_static?: string;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at?: string;
}

/**
 * Describes a Mastodon server.
 *
 * - Register: on the server, under Preferences, Development, add an application with the redirect URI
 *   `<origin>/auth/callback/mastodon` and the scope `read:accounts`.
 * - Console: `https://<server>/settings/applications`
 * - Environment: `AUTH_MASTODON_ID` (the client key), `AUTH_MASTODON_SECRET`, `AUTH_MASTODON_ISSUER`.
 * - Options: `issuer` (required), the URL of the server, such as `https://mastodon.social`.
 * - Email: never sent.
 * - The scope of Auth.js, `read`, permits to read private messages, too. A server accepts only scopes that the
 *   application is registered with. For one with `read` alone: `authorization: { params: { scope: "read" } }`.
 * - Ids are those of one server. For a second server, give its provider another `id`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.joinmastodon.org/client/authorized/ | Logging in with an account}
 * @see {@link https://docs.joinmastodon.org/methods/oauth/#revoke | Revoke a token}
 *
 * @example
 * ```ts
 * import { Mastodon } from "@latchkey/auth/providers/mastodon";
 *
 * const provider = Mastodon({ issuer: "https://mastodon.social" });
 * console.assert(provider.id === "mastodon");
 * ```
 */
export function Mastodon(options: OAuthUserConfig<MastodonProfile> = {}): OAuthConfig<MastodonProfile> {
  return OAuth({
    id: "mastodon",
    name: "Mastodon",
    type: "oauth",
    authorization: { url: "{issuer}/oauth/authorize", params: { scope: "read:accounts" } },
    token: "{issuer}/oauth/token",
    userinfo: "{issuer}/api/v1/accounts/verify_credentials",
    revocation: "{issuer}/oauth/revoke",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#6364ff", mark: () => import("./marks/mastodon.ts") },
    options,
  });
}

export default Mastodon;

function toUser(profile: MastodonProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.display_name || profile.username,
    email: null,
    image: profile.avatar_static,
  };
}
