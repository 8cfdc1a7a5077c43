/**
 * Sign-in with Facebook.
 *
 * @module
 */

import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /me` returns it: the id, and the fields that the parameter `fields` lists.
 *
 * @see {@link https://developers.facebook.com/docs/graph-api/reference/user/ | User}
 */
export interface FacebookProfile extends OpenProfile {
  /** Id of the user in this application: a number, as text. */
  readonly id: string;
  /** Full name. */
  readonly name?: string;
  /** E-mail address. Absent if the user has no valid one, or does not share it. */
  readonly email?: string;
  /** The picture. */
  readonly picture?: {
    /** The data. */
    readonly data?: {
      /** URL of the picture. It expires. */
      readonly url?: string;
      /** Whether it is the default picture of users who have none. */
      readonly is_silhouette?: boolean;
      /** Height in pixels. */
      readonly height?: number;
      /** Width in pixels. */
      readonly width?: number;
    };
  };
}

/** Options of `Facebook()`. */
export type FacebookOptions = OAuthUserConfig<FacebookProfile>;

/**
 * Describes Facebook.
 *
 * - Register: at https://developers.facebook.com/apps, create an app with the use case "Authenticate and request data
 *   from users with Facebook Login". In its settings, add the OAuth redirect URI `<origin>/auth/callback/facebook`,
 *   which needs https, and the permission `email`. In development mode, localhost needs no entry.
 * - Console: https://developers.facebook.com/apps
 * - Local: `http://localhost:8000/auth/callback/facebook`, with Next `http://localhost:8000/api/auth/callback/facebook`. While the
 *   app is in development mode, it needs no entry.
 * - Environment: `AUTH_FACEBOOK_ID` (the app ID), `AUTH_FACEBOOK_SECRET` (the app secret).
 * - Email: absent for users with a phone number only, and for users who do not share it. It never counts as verified:
 *   Facebook does not say whether it is.
 * - Keep "Require app secret" in the advanced settings off: the request for the profile has no `appsecret_proof`.
 * - Facebook Login for Business takes a configuration in place of scopes:
 *   `authorization: { params: { config_id: "1234567890", scope: undefined } }`.
 * - The ids are those of one app. Another app of yours has others for the same users.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow | Manually build a login flow}
 *
 * @example
 * ```ts
 * import { Facebook } from "@latchkey/auth/providers/facebook";
 *
 * const provider = Facebook({ userinfo: { params: { fields: "id,name,email,picture.width(400)" } } });
 * console.assert(provider.id === "facebook");
 * ```
 */
export function Facebook(options: FacebookOptions = {}): OAuthConfig<FacebookProfile> {
  return {
    id: "facebook",
    name: "Facebook",
    type: "oauth",
    authorization: { url: "https://www.facebook.com/v24.0/dialog/oauth", params: { scope: "email" } },
    token: "https://graph.facebook.com/v24.0/oauth/access_token",
    userinfo: {
      url: "https://graph.facebook.com/v24.0/me",
      params: { fields: "id,name,email,picture" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#006aff", mark: () => import("./marks/facebook.ts") },
    options,
  };
}

export default Facebook;

function toUser(profile: FacebookProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    image: profile.picture?.data?.url,
  };
}
