/**
 * Sign-in with Instagram.
 *
 * @module
 */

import { rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The account, as `GET /me` returns it: the fields that the parameter `fields` lists.
 *
 * @see {@link https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started | Get started}
 */
export interface InstagramProfile extends OpenProfile {
  /** Id of the user in this application: a number, as text. */
  readonly id: string;
  /** Id of the professional account, which the API uses: a number, as text. */
  readonly user_id?: string;
  /** Account name. It can change, and another user can then take it. */
  readonly username: string;
  /** Display name. */
  readonly name?: string;
  /** `BUSINESS` or `MEDIA_CREATOR`. */
  readonly account_type?: string;
  /** URL of the picture. It expires. */
  readonly profile_picture_url?: string;
}

/**
 * Describes Instagram. Only professional accounts can sign in, of businesses and creators: no API signs other users in.
 *
 * - Register: at https://developers.facebook.com/apps, create an app with "API setup with Instagram login". Under
 *   "Set up Instagram business login", add the redirect URL `<origin>/auth/callback/instagram`. It needs https, also on
 *   localhost. Until the app review, only accounts with a role in the app can sign in.
 * - Console: https://developers.facebook.com/apps
 * - Environment: `AUTH_INSTAGRAM_ID` (the Instagram app ID, not that of the Facebook app), `AUTH_INSTAGRAM_SECRET`.
 * - Email: never sent.
 * - Auth.js uses the Basic Display API, which Meta has switched off. This is the API that replaced it, with the scope
 *   `instagram_business_basic`. Register the app anew. Ids are those of the new app.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login | Business login for Instagram}
 *
 * @example
 * ```ts
 * import { Instagram } from "@latchkey/auth/providers/instagram";
 *
 * const provider = Instagram({ userinfo: { params: { fields: "id,user_id,username" } } });
 * console.assert(provider.id === "instagram");
 * ```
 */
export function Instagram(options: OAuthUserConfig<InstagramProfile> = {}): OAuthConfig<InstagramProfile> {
  return OAuth({
    id: "instagram",
    name: "Instagram",
    type: "oauth",
    authorization: {
      url: "https://www.instagram.com/oauth/authorize",
      params: { scope: "instagram_business_basic" },
    },
    token: {
      url: "https://api.instagram.com/oauth/access_token",
      conform: (response) => rewriteTokens(response, unwrap),
    },
    userinfo: {
      url: "https://graph.instagram.com/me",
      params: { fields: "id,user_id,username,name,account_type,profile_picture_url" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ff0069", mark: () => import("./marks/instagram.ts") },
    options,
  });
}

export default Instagram;

/** The documentation shows the tokens in a list, `data`; some answers have them at the top. Both lack `token_type`. */
function unwrap(fields: TokenResponse): TokenResponse {
  const tokens = Array.isArray(fields.data) ? fields.data[0] : fields;
  return { token_type: "bearer", ...tokens };
}

function toUser(profile: InstagramProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name || profile.username,
    email: null,
    image: profile.profile_picture_url,
  };
}
