/**
 * Sign-in with Intuit.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { joinName } from "./_name.ts";
import { withOwnServer } from "./_own_server.ts";
import { sendJson } from "./_revocation.ts";
import type {
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as Intuit's userinfo endpoint returns it.
 *
 * @see {@link https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect | OpenID Connect}
 */
export interface IntuitProfile extends OpenProfile {
  /** Id of the Intuit account. */
  readonly sub: string;
  /** Given name. Needs the scope `profile`. */
  readonly givenName?: string;
  /** Family name. Needs the scope `profile`. */
  readonly familyName?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** Whether Intuit has verified the address. */
  readonly emailVerified?: boolean;
  /** Phone number. Needs the scope `phone`. */
  readonly phoneNumber?: string;
  /** Whether the phone number is verified. */
  readonly phoneNumberVerified?: boolean;
}

/**
 * Describes Intuit (QuickBooks and other products).
 *
 * - Register: in the developer portal, create an app, and add the redirect URI `<origin>/auth/callback/intuit` under
 *   "Keys & credentials"; https only, except localhost with development keys.
 * - Console: https://developer.intuit.com/app/developer/dashboard
 * - Environment: `AUTH_INTUIT_ID`, `AUTH_INTUIT_SECRET`.
 * - Email: sent. It counts as verified if `emailVerified` is `true`.
 * - Development keys work with sandbox accounts, whose profile is on another host:
 *   `userinfo: { url: "https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo" }`. Their addresses do
 *   not count as verified.
 * - Intuit documents neither PKCE nor that its ID tokens repeat a `nonce`. `state` alone binds the request to the browser.
 * - For 24 hours after a renewal, Intuit still accepts the previous refresh token, so a renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect | OpenID Connect}
 * @see {@link https://github.com/intuit/oauth-jsclient/blob/master/src/OAuthClient.js | Revocation in Intuit's OAuth client}
 * @see {@link https://github.com/intuit/oauth-jsclient/blob/master/README.md | Intuit's OAuth client}
 *
 * @example
 * ```ts
 * import { Intuit } from "@latchkey/auth/providers/intuit";
 *
 * const provider = Intuit({
 *   authorization: { params: { scope: "openid profile email com.intuit.quickbooks.accounting" } },
 * });
 * console.assert(provider.id === "intuit");
 * ```
 */
export function Intuit(options: OIDCUserConfig<IntuitProfile> = {}): OIDCConfig<IntuitProfile> {
  return withOwnServer({
    id: "intuit",
    name: "Intuit",
    type: "oidc",
    issuer: "https://oauth.platform.intuit.com/op/v1",
    authorization: {
      url: "https://appcenter.intuit.com/connect/oauth2",
      params: { scope: "openid profile email" },
    },
    token: { url: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer", refreshGrace: 86_400 },
    userinfo: "https://accounts.platform.intuit.com/v1/openid_connect/userinfo",
    revocation: { url: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke", request: revoke },
    jwks_endpoint: "https://oauth.platform.intuit.com/op/v1/jwks",
    idToken: false,
    nonce: false,
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: ({ email, emailVerified }) => emailVerified === true ? email : null,
    style: { brandColor: "#236cff" },
    options,
  });
}

export default Intuit;

async function revoke(context: TokenRequestContext): Promise<Response> {
  return await sendJson(context, { token: context.params.get("token")! });
}

function toUser({ sub, givenName, familyName, email }: IntuitProfile): ProviderUser {
  return { id: sub, name: joinName(givenName, familyName), email, image: null };
}
