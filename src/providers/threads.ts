/**
 * Sign-in with Threads.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /me` returns it. It has only the fields that the parameter `fields` lists.
 *
 * @see {@link https://developers.facebook.com/docs/threads/threads-profiles | Profiles}
 */
export interface ThreadsProfile extends OpenProfile {
  /** Id of the user in this application. It never changes. */
  readonly id: string;
  /** Account name. It can change. */
  readonly username?: string;
  /** Display name. */
  readonly name?: string;
  /** URL of the picture. It expires. */
  readonly threads_profile_picture_url?: string;
  /** A few words about the user. Needs `threads_biography` in `fields`. */
  readonly threads_biography?: string;
}

/**
 * Describes Threads.
 *
 * - Register: at developers.facebook.com, create an app with the use case "Access the Threads API". In its settings,
 *   add the redirect callback URL `<origin>/auth/callback/threads`. It must be https, on localhost too. Until Meta has
 *   reviewed the app, only its testers can sign in.
 * - Console: https://developers.facebook.com/apps
 * - Environment: `AUTH_THREADS_ID` (the Threads App ID), `AUTH_THREADS_SECRET` (the Threads App Secret). They are not
 *   those of the Meta app.
 * - Email: never sent.
 * - PKCE is off, because Threads does not support it.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions | Access tokens}
 *
 * @example
 * ```ts
 * import { Threads } from "@latchkey/auth/providers/threads";
 *
 * const provider = Threads();
 * console.assert(provider.id === "threads");
 * ```
 */
export function Threads(options: OAuthUserConfig<ThreadsProfile> = {}): OAuthConfig<ThreadsProfile> {
  return OAuth({
    id: "threads",
    name: "Threads",
    type: "oauth",
    authorization: { url: "https://threads.net/oauth/authorize", params: { scope: "threads_basic" } },
    token: { url: "https://graph.threads.net/oauth/access_token", conform: asBearer },
    userinfo: {
      url: "https://graph.threads.net/v1.0/me",
      params: { fields: "id,username,name,threads_profile_picture_url" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#000", mark: () => import("./marks/threads.ts") },
    options,
  });
}

export default Threads;

function toUser(profile: ThreadsProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name || profile.username,
    email: null,
    image: profile.threads_profile_picture_url,
  };
}
