/**
 * Sign-in with a short-video app whose OAuth and API are TikTok's.
 *
 * @module
 */

import type { OAuthConfig, OAuthUserConfig, ProviderUser } from "./types.ts";

/**
 * The answer of the user-info endpoint. A field of the user is only there if it is listed in the parameter `fields`.
 *
 * @see {@link https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info | Get user info}
 */
export interface VideoAppProfile {
  /** The answer proper. */
  readonly data: {
    /** The user. */
    readonly user: VideoAppUser;
  };
  /** How the request went. */
  readonly error: VideoAppError;
}

/** A user of the video app. */
export interface VideoAppUser {
  /** The user's id in this application. Listed in `fields` by default. */
  readonly open_id: string;
  /** The user's id across the applications of one developer. Needs `union_id` in `fields`. */
  readonly union_id?: string;
  /** URL of the picture. Listed in `fields` by default. */
  readonly avatar_url: string;
  /** URL of the picture, 100 × 100 pixels. Needs `avatar_url_100` in `fields`. */
  readonly avatar_url_100?: string;
  /** URL of the picture in high resolution. Needs `avatar_url_100` in `fields`. */
  readonly avatar_large_url?: string;
  /** Display name. Listed in `fields` by default. */
  readonly display_name: string;
  /** Account name. Listed in `fields` by default; needs the scope `user.info.profile`. */
  readonly username: string;
  /** A few words about the user. Needs `bio_description` in `fields`. */
  readonly bio_description?: string;
  /** Link to the user's page in the app. Needs `profile_deep_link` in `fields`. */
  readonly profile_deep_link?: string;
  /** Whether the account is verified. Needs `is_verified` in `fields`. */
  readonly is_verified?: boolean;
  /** Number of followers. Needs `follower_count` in `fields` and the scope `user.info.stats`. */
  readonly follower_count?: number;
  /** Number of accounts the user follows. Needs `following_count` in `fields` and the scope `user.info.stats`. */
  readonly following_count?: number;
  /** Number of likes received. Needs `likes_count` in `fields` and the scope `user.info.stats`. */
  readonly likes_count?: number;
  /** Number of public videos. Needs `video_count` in `fields` and the scope `user.info.stats`. */
  readonly video_count?: number;
  /** E-mail address. The app does not supply it. */
  readonly email?: string;
}

/** How a request to the video app's API went. */
export interface VideoAppError {
  /** Category of the error, `ok` if there was none. */
  readonly code: string;
  /** Names the request in the app's own logs. */
  readonly log_id: string;
  /** What went wrong. */
  readonly message: string;
}

/** What an application may write for a video app. */
export type VideoAppOptions = OAuthUserConfig<VideoAppProfile>;

/**
 * Describes a short-video app whose OAuth and API are TikTok's. `TikTok` is the same with a brand.
 *
 * - Callback URL to register: `<origin>/auth/callback/videoapp`. Production apps cannot use localhost; domain and
 *   callback URL have to be approved. For tests there is a sandbox.
 * - Environment: `AUTH_VIDEOAPP_ID` (the client key), `AUTH_VIDEOAPP_SECRET`.
 * - Scope `user.info.profile`. Several scopes are separated by commas.
 * - There is no e-mail address: `user.email` is the account name instead. It has no `@`, so the library neither finds a
 *   user by it nor stores it in a database. Do not send mail to it. It is `user.name` as well if there is no display name.
 *
 * @param options What the application sets itself; it wins over the defaults.
 *
 * @example
 * ```ts
 * import { VideoApp } from "@latchkey/auth/providers/videoapp";
 *
 * const provider = VideoApp({
 *   authorization: { params: { scope: "user.info.profile,user.info.stats" } },
 *   userinfo: { params: { fields: "open_id,avatar_url,display_name,username,follower_count" } },
 * });
 * console.assert(provider.id === "videoapp");
 * ```
 */
export function VideoApp(options: VideoAppOptions = {}): OAuthConfig<VideoAppProfile> {
  return {
    id: "videoapp",
    name: "Video app",
    type: "oauth",
    authorization: {
      url: "https://www.tiktok.com/v2/auth/authorize",
      params: ({ clientId }) => ({ client_key: clientId, scope: "user.info.profile" }),
    },
    token: {
      url: "https://open.tiktokapis.com/v2/oauth/token/",
      params: ({ clientId }) => ({ client_key: clientId }),
    },
    userinfo: {
      url: "https://open.tiktokapis.com/v2/user/info/",
      params: { fields: "open_id,avatar_url,display_name,username" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    options,
  };
}

export default VideoApp;

function toUser({ data, error }: VideoAppProfile): ProviderUser {
  const user = data?.user;
  if (!user?.open_id) {
    throw new Error(`Cannot read the user: the video app answered "${error?.code ?? "no open_id"}"`);
  }
  return {
    id: user.open_id,
    name: user.display_name || user.username || null,
    email: user.email ?? accountName(user) ?? null,
    image: user.avatar_url,
  };
}

/** Account names have no `@`. One that looks like an address is left out, so that it is taken for no one's. */
function accountName({ username }: VideoAppUser): string | undefined {
  return username?.includes("@") ? undefined : username;
}
