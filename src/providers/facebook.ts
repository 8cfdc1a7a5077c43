/**
 * Sign-in with Facebook.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
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
  /** Email address. Absent if the user has no valid one, or does not share it. */
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

/**
 * Describes Facebook.
 *
 * - Register:
 *   1. Open https://developers.facebook.com/apps and log in with a Facebook account. The first time, register it as a
 *      developer; that costs nothing.
 *   2. Click "Create app", and enter a name and a contact address. Meta refuses names with parts of its brands, such
 *      as "FB" or "Insta".
 *   3. Choose the use case "Authenticate and request data from users with Facebook Login". For tests, answer "I don't
 *      want to connect a business portfolio yet". Continue to the dashboard.
 *   4. Under "Use cases", open this one, and click "Add" beside the permission `email`.
 *   5. In its settings, add `<origin>/auth/callback/facebook` under "Valid OAuth Redirect URIs", which needs https,
 *      and save. While the app is in development mode, `http://localhost:8000/auth/callback/facebook` needs no entry.
 *   6. Under "App settings", "Basic", copy "App ID" to `AUTH_FACEBOOK_ID`, and "App secret", after a click on "Show",
 *      to `AUTH_FACEBOOK_SECRET`.
 *   7. Until the app is published, only accounts with a role in it can log in. Under "App roles", add testers, who
 *      must accept.
 *   8. To let everyone in, enter the URL of your privacy policy and the way to delete data under "App settings",
 *      "Basic", and publish the app. Meta may demand a review or a verified business first: the dashboard lists what
 *      is missing.
 * - Console: https://developers.facebook.com/apps
 * - Local: `http://localhost:8000/auth/callback/facebook`, with Next `http://localhost:8000/api/auth/callback/facebook`. While the
 *   app is in development mode, it needs no entry.
 * - Environment: `AUTH_FACEBOOK_ID` (the app ID), `AUTH_FACEBOOK_SECRET` (the app secret).
 * - Errors:
 *   - "URL blocked": the redirect URI is not under "Valid OAuth Redirect URIs", character by character.
 *   - "App not active": the app is not published, and the account has no role in it.
 *   - "Invalid Scopes: email": the permission of step 4 is missing.
 *   - "Error validating client secret", in the log: `AUTH_FACEBOOK_SECRET` is wrong.
 * - Email: absent for users with a phone number only, and for users who do not share it. It never counts as verified:
 *   Facebook does not say whether it is.
 * - Keep "Require app secret" in the advanced settings off: the request for the profile has no `appsecret_proof`.
 * - Facebook Login for Business takes a configuration in place of scopes:
 *   `authorization: { params: { config_id: "1234567890", scope: undefined } }`.
 * - The ids are those of one app. Another app of yours has others for the same users.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow | Manually build a login flow}
 * @see {@link https://developers.facebook.com/documentation/facebook-login/create-an-app | The use case Facebook Login}, with which the steps were partly compared on 2026-11-22, as of 2025-06-23
 *
 * @example
 * ```ts
 * import { Facebook } from "@latchkey/auth/providers/facebook";
 *
 * const provider = Facebook({ userinfo: { params: { fields: "id,name,email,picture.width(400)" } } });
 * console.assert(provider.id === "facebook");
 * ```
 */
export function Facebook(options: OAuthUserConfig<FacebookProfile> = {}): OAuthConfig<FacebookProfile> {
  return OAuth({
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
  });
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
