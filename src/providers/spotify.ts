/**
 * Sign-in with Spotify.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v1/me` returns it.
 *
 * @see {@link https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile | Get current user's profile}
 */
export interface SpotifyProfile extends OpenProfile {
  /** Id of the account that never changes. Spotify sends it since May 2026. */
  readonly account_id?: string;
  /** Id of the account in URLs and in the API. */
  readonly id: string;
  /** Display name. `null` if the user has none. */
  readonly display_name: string | null;
  /** Email address, as the user wrote it. Spotify does not verify it. Needs the scope `user-read-email`. */
  readonly email?: string;
  /** The picture in several sizes. Empty without one. */
  readonly images?: readonly SpotifyImage[];
  /** Country of the account, such as `SE`. Needs the scope `user-read-private`. */
  readonly country?: string;
  /** Subscription: `premium`, `free` or another one. Needs the scope `user-read-private`. */
  readonly product?: string;
  /** Links to the user's page. */
  readonly external_urls?: {
    /** URL of the user's page. */
    readonly spotify?: string;
  };
  /** URL of the user in the API. */
  readonly href?: string;
  /** Kind of the object: `user`. */
  readonly type?: string;
  /** URI of the user, such as `spotify:user:smedjan`. */
  readonly uri?: string;
}

/** A picture of a user of Spotify. */
export interface SpotifyImage {
  /** URL. */
  readonly url: string;
  /** Height in pixels. */
  readonly height?: number | null;
  /** Width in pixels. */
  readonly width?: number | null;
}

/**
 * Describes Spotify.
 *
 * - Register:
 *   1. Open https://developer.spotify.com/dashboard and log in. The account needs Spotify Premium: without it, the
 *      app stops. Accept the developer terms.
 *   2. Click "Create app", and enter a name and a description, which users will see.
 *   3. Under "Redirect URIs", add `http://127.0.0.1:8000/auth/callback/spotify` and `<origin>/auth/callback/spotify`.
 *      Spotify refuses localhost, and accepts http for a loopback address, such as this one, alone.
 *   4. Choose "Web API", accept the terms, and click "Save".
 *   5. In the settings of the app, copy "Client ID" to `AUTH_SPOTIFY_ID`, and the secret behind "View client secret"
 *      to `AUTH_SPOTIFY_SECRET`.
 *   6. The app begins in development mode. Under "User Management", add the name and the Spotify address of each
 *      person who may sign in: five at most. A developer has one such app.
 *   7. To let everyone in, ask for extended quota. Spotify gives it to organizations only, and for services with many
 *      users.
 * - Console: https://developer.spotify.com/dashboard
 * - Environment: `AUTH_SPOTIFY_ID`, `AUTH_SPOTIFY_SECRET`.
 * - Errors:
 *   - "INVALID_CLIENT: Invalid redirect URI": the redirect URI is not in the list of step 3, character by character.
 *   - "INVALID_CLIENT: Insecure redirect URI": the redirect URI is on localhost, or begins with http.
 *   - "User not registered in the Developer Dashboard", with the status 403: the account is not in the list of step
 *     6.
 *   - `invalid_client`, in the log: `AUTH_SPOTIFY_SECRET` is wrong.
 * - Email: sent only to apps with extended quota; in development mode never. It never counts as verified: Spotify's
 *   documentation says that it is not.
 * - The id of an account is `account_id`, which never changes. An account that is stored under `id`, as with Auth.js, is
 *   found, and keeps that id.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.spotify.com/documentation/web-api/tutorials/code-flow | Authorization code flow}
 * @see {@link https://developer.spotify.com/documentation/web-api/concepts/apps | Apps at Spotify}, with which the steps were partly compared on 2026-11-22, in an undated copy
 * @see {@link https://developer.spotify.com/blog/2026-02-06-update-on-developer-access-and-platform-security | Limits of the development mode}
 *
 * @example
 * ```ts
 * import { Spotify } from "@latchkey/auth/providers/spotify";
 *
 * const provider = Spotify({ authorization: { params: { scope: "user-read-email user-read-private" } } });
 * console.assert(provider.id === "spotify");
 * ```
 */
export function Spotify(options: OAuthUserConfig<SpotifyProfile> = {}): OAuthConfig<SpotifyProfile> {
  return OAuth({
    id: "spotify",
    name: "Spotify",
    type: "oauth",
    authorization: { url: "https://accounts.spotify.com/authorize", params: { scope: "user-read-email" } },
    token: "https://accounts.spotify.com/api/token",
    userinfo: "https://api.spotify.com/v1/me",
    profile: toUser,
    formerAccountId: ({ id }) => id,
    verifiedEmail: false,
    style: { brandColor: "#1db954", mark: () => import("./marks/spotify.ts") },
    options,
  });
}

export default Spotify;

function toUser(profile: SpotifyProfile): ProviderUser {
  return {
    id: profile.account_id ?? profile.id,
    name: profile.display_name,
    email: profile.email,
    image: profile.images?.[0]?.url ?? null,
  };
}
