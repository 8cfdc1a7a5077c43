/**
 * Sign-in with a short-video app that implements TikTok's OAuth and API.
 *
 * @module
 */

import { byRenewal, fieldsOf, sendForm } from "./_revocation.ts";
import { refuseErrors } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, ProviderUser, TokenRequestContext } from "../model/provider.ts";

/**
 * The answer of the user-info endpoint. It contains only the fields of the user that the parameter `fields` lists.
 *
 * @see {@link https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info | Get user info}
 */
export interface VideoAppProfile {
  /** The data. */
  readonly data: {
    /** The user. */
    readonly user: {
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
      /** Email address. The app does not supply it. */
      readonly email?: string;
    };
  };
  /** The result of the request. */
  readonly error: {
    /** Category of the error, `ok` if there was none. */
    readonly code: string;
    /** Id of the request in the logs of the app. */
    readonly log_id: string;
    /** Description of the error. */
    readonly message: string;
  };
}

/**
 * Describes a short-video app that implements TikTok's OAuth and API. `TikTok` is the same with TikTok's name and colour.
 *
 * - Register: create an app at the video app, with the redirect URI `<origin>/auth/callback/videoapp`. Production apps
 *   cannot use localhost, and the video app must approve domain and redirect URI. Use the sandbox for tests.
 * - Console: the developer portal of the video app
 * - Environment: `AUTH_VIDEOAPP_ID` (the client key), `AUTH_VIDEOAPP_SECRET`.
 * - Separate scopes by commas. The default is `user.info.profile`.
 * - Email: never sent; `user.email` is the account name. It contains no `@`, so the library neither finds
 *   a user by it nor stores it in a database. Do not send mail to it. Without a display name, it is `user.name` as well.
 * - Revocation: the app disconnects the application from the account of the user. The library exchanges the refresh
 *   token for an access token, because the stored one may have ended.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.tiktok.com/doc/login-kit-web | Login Kit for Web}
 * @see {@link https://developers.tiktok.com/docs/en/oauth-revoke-a-user-access-token | Revoke a user access token}
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
export function VideoApp(options: OAuthUserConfig<VideoAppProfile> = {}): OAuthConfig<VideoAppProfile> {
  return OAuth({
    id: "videoapp",
    name: "Video app",
    type: "oauth",
    authorization: {
      url: "https://www.tiktok.com/v2/auth/authorize",
      params: ({ clientId }) => ({ client_key: clientId, scope: "user.info.profile" }),
      scopeSeparator: ",",
    },
    token: {
      url: TOKEN_URL,
      params: ({ clientId }) => ({ client_key: clientId }),
    },
    userinfo: {
      url: "https://open.tiktokapis.com/v2/user/info/",
      params: { fields: "open_id,avatar_url,display_name,username" },
    },
    revocation: {
      url: "https://open.tiktokapis.com/v2/oauth/revoke/",
      request: byRenewal(TOKEN_URL, revoke),
      params: ({ clientId }) => ({ client_key: clientId }),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: parseUser,
    verifiedEmail: false,
    options,
  });
}

export default VideoApp;

const TOKEN_URL = "https://open.tiktokapis.com/v2/oauth/token/";

async function revoke(context: TokenRequestContext): Promise<Response> {
  const { client_key = "", client_secret = "", token = "" } = fieldsOf(context);
  return await refuseErrors(await sendForm(context, { client_key, client_secret, token }));
}

function parseUser({ data, error }: VideoAppProfile): ProviderUser {
  const user = data?.user;
  if (!user?.open_id) {
    throw new Error(`Cannot read the user: the video app answered ${textOf(error)}`);
  }
  return {
    id: user.open_id,
    name: user.display_name || user.username || null,
    email: user.email ?? accountName(user) ?? null,
    image: user.avatar_url,
  };
}

/** Account names contain no `@`. Drops one that looks like an email address, so that it cannot match a user. */
function accountName({ username }: VideoAppProfile["data"]["user"]): string | undefined {
  return username?.includes("@") ? undefined : username;
}

/** The error as its support asks for it. */
function textOf(error: Partial<VideoAppProfile["error"]> | undefined): string {
  const { code = "no open_id", log_id: id, message } = error ?? {};
  return `"${code}"${message ? `: ${message}` : ""}${id ? ` (log_id ${id})` : ""}`;
}
