/**
 * Sign-in with Coinbase.
 *
 * @module
 */

import { bearerOf, byRenewal, fieldsOf, sendForm } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The answer of `GET /v2/user`.
 *
 * @see {@link https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview | OAuth2 of the Coinbase app}
 */
export interface CoinbaseProfile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Id of the user, a UUID. */
    readonly id: string;
    /** Name. `null` if the user has none. */
    readonly name: string | null;
    /** Account name. `null` if the user has none. */
    readonly username?: string | null;
    /** Email address. Needs the scope `wallet:user:email`. */
    readonly email?: string;
    /** URL of the picture. */
    readonly avatar_url: string;
    /** `user`. */
    readonly resource?: string;
    /** Path of the user in the API. */
    readonly resource_path?: string;
  };
}

/**
 * Describes Coinbase.
 *
 * - Register: in the Coinbase Developer Platform, create an OAuth client with the redirect URI
 *   `<origin>/auth/callback/coinbase` and the scopes `wallet:user:read` and `wallet:user:email`.
 * - Console: https://portal.cdp.coinbase.com/
 * - Environment: `AUTH_COINBASE_ID`, `AUTH_COINBASE_SECRET`.
 * - Email: sent with `wallet:user:email`. It never counts as verified: Coinbase does not document whether it is.
 * - Revocation: Coinbase revokes access tokens. A refresh token works once: the library exchanges it for an access
 *   token, and revokes that.
 * - For a refresh token, add `offline_access` to the scopes.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview | OAuth2 integration}
 * @see {@link https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference | Revoke}
 *
 * @example
 * ```ts
 * import { Coinbase } from "@latchkey/auth/providers/coinbase";
 *
 * const provider = Coinbase({ authorization: { params: { scope: "wallet:user:read" } } });
 * console.assert(provider.id === "coinbase");
 * ```
 */
export function Coinbase(options: OAuthUserConfig<CoinbaseProfile> = {}): OAuthConfig<CoinbaseProfile> {
  return OAuth({
    id: "coinbase",
    name: "Coinbase",
    type: "oauth",
    authorization: {
      url: "https://login.coinbase.com/oauth2/auth",
      params: { scope: "wallet:user:email wallet:user:read" },
    },
    token: TOKEN_URL,
    userinfo: "https://api.coinbase.com/v2/user",
    revocation: { url: "https://login.coinbase.com/oauth2/revoke", request: byRenewal(TOKEN_URL, revoke) },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0052ff" },
    options,
  });
}

export default Coinbase;

const TOKEN_URL = "https://login.coinbase.com/oauth2/token";

/** Coinbase expects the access token in the header as well. */
async function revoke(context: TokenRequestContext): Promise<Response> {
  const { token_type_hint: _, ...fields } = fieldsOf(context);
  return await sendForm(context, fields, { authorization: bearerOf(context.params) });
}

function toUser({ data }: CoinbaseProfile): ProviderUser {
  return { id: data?.id, name: data?.name || data?.username, email: data?.email, image: data?.avatar_url };
}
