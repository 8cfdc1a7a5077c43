/**
 * Sign-in with Etsy.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `getUser` returns it.
 *
 * @see {@link https://developers.etsy.com/documentation/reference/#operation/getUser | getUser}
 */
export interface EtsyProfile extends OpenProfile {
  /** Number of the user. */
  readonly user_id: number;
  /** The primary email address. */
  readonly primary_email: string | null;
  /** First name. */
  readonly first_name: string | null;
  /** Last name. */
  readonly last_name: string | null;
  /** URL of the picture, 75 × 75 pixels. */
  readonly image_url_75x75: string | null;
}

/**
 * Describes Etsy.
 *
 * - Register: at https://www.etsy.com/developers/your-apps, create an app with the callback URL
 *   `<origin>/auth/callback/etsy`, which needs https. Until Etsy grants commercial access, only you can sign in.
 * - Console: https://www.etsy.com/developers/your-apps
 * - Environment: `AUTH_ETSY_ID` (the keystring), `AUTH_ETSY_SECRET` (the shared secret).
 * - Email: the primary address. It never counts as verified: Etsy does not document whether it is.
 * - PKCE is required, and authenticates the client at the token endpoint. Requests to the API need the header
 *   `x-api-key` with keystring and shared secret, separated by a colon.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.etsy.com/documentation/essentials/authentication | Authentication}
 *
 * @example
 * ```ts
 * import { Etsy } from "@latchkey/auth/providers/etsy";
 *
 * const provider = Etsy({ authorization: { params: { scope: "email_r shops_r" } } });
 * console.assert(provider.id === "etsy");
 * ```
 */
export function Etsy(options: OAuthUserConfig<EtsyProfile> = {}): OAuthConfig<EtsyProfile> {
  return OAuth({
    id: "etsy",
    name: "Etsy",
    type: "oauth",
    authorization: { url: "https://www.etsy.com/oauth/connect", params: { scope: "email_r" } },
    token: {
      url: "https://api.etsy.com/v3/public/oauth/token",
      conform: (response) => rewriteTokens(response, withUserId),
    },
    userinfo: {
      url: "https://openapi.etsy.com/v3/application/users/{tokens.user_id}",
      headers: { "x-api-key": "{clientId}:{clientSecret}" },
    },
    client: { token_endpoint_auth_method: "none" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#f16521", mark: () => import("./marks/etsy.ts") },
    options,
  });
}

export default Etsy;

/** The access token begins with the number of the user and a dot. */
function withUserId(fields: TokenResponse): TokenResponse {
  const [, user_id] = /^(\d+)\./.exec(String(fields.access_token)) ?? [];
  return { ...fields, user_id };
}

function toUser(profile: EtsyProfile): ProviderUser {
  return {
    id: profile.user_id,
    name: joinName(profile.first_name, profile.last_name),
    email: profile.primary_email,
    image: profile.image_url_75x75,
  };
}
