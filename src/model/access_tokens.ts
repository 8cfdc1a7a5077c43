/**
 * Access tokens for the APIs of providers: what an application asks for.
 *
 * @module
 */

import type { Sealer } from "../crypto/seal.ts";
import type { ProviderTokenStore, Store } from "./store.ts";
import type { Key } from "../values/typed_map.ts";
import type { Cookies, SetCookie } from "../http/types.ts";
import type { LoggerInstance } from "../values/types.ts";

/** The options of access tokens. */
export interface AccessTokenOptions {
  /**
   * Where the tokens are kept: in the `adapter`'s database, or in a sealed cookie, for applications without one. Default
   * `database`.
   */
  readonly keptIn?: "database" | "cookie";
}

/** Which access token of a user at a provider is wanted. */
export interface AccessTokenRequest {
  /** `providerAccountId` of the account, for a user with several. Default: the one with which they have signed in last. */
  readonly account?: string | undefined;
  /** An access token that the API has refused, although it should work: another one is returned. Default: none. */
  readonly rejected?: string | undefined;
}

/** The access token that an application wants. */
export interface WantedToken extends AccessTokenRequest {
  /** Id of the user in the database. */
  readonly userId: string;
  /** Id of the provider, of type `oauth` or `oidc`. */
  readonly provider: string;
}

/** Which tokens of a user at a provider are to be revoked. */
export interface RevocationRequest {
  /** `providerAccountId` of one account, for a user with several. Default: all accounts at the provider. */
  readonly account?: string | undefined;
}

/** The tokens that an application revokes. */
export interface TokensToRevoke extends RevocationRequest {
  /** Id of the user in the database. */
  readonly userId: string;
  /** Id of the provider, of type `oauth` or `oidc`. Default: all providers of the config. */
  readonly provider?: string | undefined;
}

/** The request in which an access token is wanted. */
export interface TokenRequest {
  /** Its cookies. */
  readonly cookies: Cookies;
  /** Returns whether its answer can set cookies. */
  canSetCookies(): boolean;
}

/** An access token. */
export interface AccessTokenResult {
  /** The token. */
  readonly accessToken: string;
  /** Cookies to set, which keep the tokens. Empty with a database. */
  readonly cookies: readonly SetCookie[];
}

/** Names the rules of access tokens. */
export const ACCESS_TOKENS: Key<AccessTokenRules> = { name: "accessTokens" };

/** The options, completed. */
export interface AccessTokenRules {
  /** The database; `null` if a cookie keeps the tokens. */
  readonly store: ProviderTokenStore | null;
}

/** The code of the feature, as far as the config needs it. */
export interface AccessTokenCode {
  /** Returns a database that seals the tokens of accounts. */
  readonly encryptAccounts?: (
    store: Store,
    context: Sealer & { readonly logger: Pick<LoggerInstance, "error"> },
  ) => Store;
}
