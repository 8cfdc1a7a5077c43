/**
 * Sign-in with Mailchimp.
 *
 * @module
 */

import { rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of the metadata endpoint.
 *
 * @see {@link https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ | Access data on behalf of other users}
 */
export interface MailchimpProfile extends OpenProfile {
  /** The person who signed in. */
  readonly login: {
    /** Number of the person. */
    readonly login_id: number;
    /** Account name. */
    readonly login_name?: string;
    /** Email address of the login. */
    readonly login_email?: string;
    /** Email address. */
    readonly email: string;
    /** URL of the picture. `null` if there is none. */
    readonly avatar?: string | null;
  };
  /** Name of the Mailchimp account, such as a company. */
  readonly accountname: string;
  /** Number of the Mailchimp account. */
  readonly user_id: number;
  /** Role of the person in the account, such as `owner`. */
  readonly role?: string;
  /** Data centre of the account, such as `us1`. */
  readonly dc: string;
  /** URL of the API for the account. */
  readonly api_endpoint: string;
  /** URL of the sign-in page. */
  readonly login_url?: string;
}

/**
 * Describes Mailchimp.
 *
 * - Register: at https://admin.mailchimp.com/account/oauth2/, register an app with the redirect URI
 *   `<origin>/auth/callback/mailchimp`. Mailchimp does not accept localhost: use `http://127.0.0.1`.
 * - Console: https://admin.mailchimp.com/account/oauth2/
 * - Environment: `AUTH_MAILCHIMP_ID`, `AUTH_MAILCHIMP_SECRET`.
 * - Email: always sent. It never counts as verified: Mailchimp does not document whether it is.
 * - `name` is that of the Mailchimp account, which may be a company.
 * - Access tokens do not expire. The API for an account is at `profile.api_endpoint`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ | Access data on behalf of other users}
 *
 * @example
 * ```ts
 * import { Mailchimp } from "@latchkey/auth/providers/mailchimp";
 *
 * const provider = Mailchimp();
 * console.assert(provider.id === "mailchimp");
 * ```
 */
export function Mailchimp(options: OAuthUserConfig<MailchimpProfile> = {}): OAuthConfig<MailchimpProfile> {
  return OAuth({
    id: "mailchimp",
    name: "Mailchimp",
    type: "oauth",
    authorization: "https://login.mailchimp.com/oauth2/authorize",
    token: {
      url: "https://login.mailchimp.com/oauth2/token",
      conform: (response) => rewriteTokens(response, withoutExpiry),
    },
    userinfo: {
      url: "https://login.mailchimp.com/oauth2/metadata",
      headers: { authorization: "OAuth {tokens.access_token}" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ffe01b", mark: () => import("./marks/mailchimp.ts") },
    options,
  });
}

export default Mailchimp;

/** The answer has `expires_in: 0` for a token that does not expire, `scope: null`, and no `token_type`. */
function withoutExpiry({ expires_in: _, scope: __, ...fields }: TokenResponse): TokenResponse {
  return { token_type: "bearer", ...fields };
}

function toUser({ login, accountname }: MailchimpProfile): ProviderUser {
  return {
    id: login?.login_id,
    name: accountname || login?.login_name,
    email: login?.email,
    image: login?.avatar,
  };
}
