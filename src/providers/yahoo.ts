/**
 * Sign-in with Yahoo.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { withOwnServer } from "./_own_server.ts";
import type {
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  ProviderUser,
  StandardClaims,
} from "../model/provider.ts";

/**
 * The user, as Yahoo's userinfo endpoint returns it.
 *
 * @see {@link https://developer.yahoo.com/sign-in-with-yahoo/ | Sign in with Yahoo}
 */
export interface YahooProfile extends StandardClaims, OpenProfile {
  /** Id of the account. */
  readonly sub: string;
  /** URLs of the picture in several sizes, such as `image64`. */
  readonly profile_images?: Readonly<Record<string, string>>;
}

/**
 * Describes Yahoo. The endpoints come from discovery.
 *
 * - Register: at developer.yahoo.com/apps, create a confidential client with the redirect URI
 *   `<origin>/auth/callback/yahoo`, https only, and the OpenID Connect permissions "Email" and "Profile".
 * - Console: https://developer.yahoo.com/apps/
 * - Environment: `AUTH_YAHOO_ID`, `AUTH_YAHOO_SECRET`.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 * - The profile comes from the userinfo endpoint.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.yahoo.com/sign-in-with-yahoo/ | Sign in with Yahoo}
 *
 * @example
 * ```ts
 * import { Yahoo } from "@latchkey/auth/providers/yahoo";
 *
 * const provider = Yahoo({ authorization: { params: { scope: "openid email" } } });
 * console.assert(provider.issuer === "https://api.login.yahoo.com");
 * ```
 */
export function Yahoo(options: OIDCUserConfig<YahooProfile> = {}): OIDCConfig<YahooProfile> {
  return withOwnServer({
    id: "yahoo",
    name: "Yahoo",
    type: "oidc",
    issuer: "https://api.login.yahoo.com",
    idToken: false,
    profile: toUser,
    style: { brandColor: "#5f01d1" },
    options,
  });
}

export default Yahoo;

function toUser(
  { sub, name, given_name, family_name, nickname, email, picture }: YahooProfile,
): ProviderUser {
  return { id: sub, name: name || joinName(given_name, family_name) || nickname, email, image: picture };
}
