/**
 * Sign-in with FreshBooks.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { fieldsOf, only, sendJson } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The answer of `GET /auth/api/v1/users/me`.
 *
 * @see {@link https://www.freshbooks.com/api/me_endpoint | Identity model}
 */
export interface FreshBooksProfile extends OpenProfile {
  /** The user. */
  readonly response: OpenProfile & {
    /** Number of the user. */
    readonly id: number;
    /** First name. */
    readonly first_name: string | null;
    /** Last name. */
    readonly last_name: string | null;
    /** Email address. */
    readonly email: string;
    /** When the account was confirmed, as an ISO 8601 date-time. */
    readonly confirmed_at?: string | null;
    /** An address that the user has not confirmed yet. */
    readonly unconfirmed_email?: string | null;
    /** Businesses that the user is a member of. */
    readonly business_memberships?: readonly OpenProfile[];
  };
}

/**
 * Describes FreshBooks.
 *
 * - Register: at https://my.freshbooks.com/#/developer, create an app with the redirect URI
 *   `<origin>/auth/callback/freshbooks`, which needs https, and the scope `user:profile:read`.
 * - Console: https://my.freshbooks.com/#/developer
 * - Environment: `AUTH_FRESHBOOKS_ID`, `AUTH_FRESHBOOKS_SECRET`.
 * - Email: always sent. It never counts as verified: FreshBooks does not say whether it is.
 * - Revocation: FreshBooks revokes refresh tokens. The access token works until it ends.
 * - No scope is sent: a token has the scopes that the app has in its settings.
 * - There is no picture.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.freshbooks.com/api/authentication | Authentication}
 *
 * @example
 * ```ts
 * import { FreshBooks } from "@latchkey/auth/providers/freshbooks";
 *
 * const provider = FreshBooks();
 * console.assert(provider.id === "freshbooks");
 * ```
 */
export function FreshBooks(options: OAuthUserConfig<FreshBooksProfile> = {}): OAuthConfig<FreshBooksProfile> {
  return OAuth({
    id: "freshbooks",
    name: "FreshBooks",
    type: "oauth",
    authorization: "https://auth.freshbooks.com/service/auth/oauth/authorize",
    token: "https://api.freshbooks.com/auth/oauth/token",
    userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
    revocation: {
      url: "https://api.freshbooks.com/auth/oauth/revoke",
      request: only("refresh_token", revoke),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0075dd" },
    options,
  });
}

/** The name of `FreshBooks` in Auth.js. */
export const Freshbooks: typeof FreshBooks = FreshBooks;

export default FreshBooks;

async function revoke(context: TokenRequestContext): Promise<Response> {
  const { token_type_hint: _, ...fields } = fieldsOf(context);
  return await sendJson(context, fields);
}

function toUser({ response }: FreshBooksProfile): ProviderUser {
  return {
    id: response?.id,
    name: joinName(response?.first_name, response?.last_name),
    email: response?.email,
    image: null,
  };
}
