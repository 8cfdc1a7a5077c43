/**
 * Access tokens for the APIs of providers: what an application asks for.
 *
 * @module
 */

import type { Sealer } from "../crypto/seal.ts";
import type { RowStore } from "./store.ts";
import type { Key } from "../values/typed_map.ts";
import type { Cookies } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
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

/** The functions of `auth.accessTokens`. */
export interface AccessTokenCalls {
  /**
   * Returns an access token with which to call the API of a provider in the name of the user. If it has ended, it is renewed
   * first. Never send it to the browser.
   *
   * @param provider Id of the provider, such as `google`.
   * @throws {ReconnectRequired} if the user has to sign in with the provider again: `code` says why, `signInUrl` where. The
   * session goes on.
   * @throws {SessionRequired} if no one is signed in, as `auth.require()` does.
   * @throws {ProviderUnavailable} if the provider cannot be reached: the same call works later.
   * @throws {TokenNotWritable} in a server component of Next, if a cookie keeps the tokens and they must be renewed.
   * @throws {ConfigError} without `AccessTokens()` in the config, or without such a provider.
   * @throws {AdapterError} if the database fails.
   */
  get(
    provider: string,
    options?: AccessTokenRequest & {
      /**
       * Where the user comes back to, after they have signed in or connected again: a path as browsers see it. Default: the page of
       * the request; with Next, which does not tell it, the page before, else `/`.
       */
      readonly redirectTo?: string;
    },
  ): Promise<string>;
  /**
   * Revokes the tokens of the user at a provider, or at all of them, and forgets them (RFC 7009). The session goes on. `get()`
   * throws `ReconnectRequired` with the code `Revoked` from now on, until they sign in with the provider again.
   *
   * @param provider Id of the provider. Default: all providers of the config.
   * @throws {SessionRequired} if no one is signed in, as `auth.require()` does.
   * @throws {MissingCSRF} if the request comes from another site.
   * @throws {ProviderUnavailable} if a provider cannot be reached: its tokens stay, and the same call works later.
   * @throws {ProviderResponseError} if a provider refuses.
   * @throws {ConfigError} without `AccessTokens()` in the config, or without such a provider.
   * @throws {AdapterError} if the database fails.
   */
  revoke(provider?: string, options?: RevocationRequest): Promise<void>;
}

/** The functions of `outside(config).accessTokens`, for jobs and scripts. */
export interface OutsideAccessTokens {
  /**
   * Returns an access token with which to call the API of a provider in the name of a user. If it has ended, it is renewed with the
   * refresh token: by one request, however many callers and processes ask at the same time.
   *
   * @throws {ReconnectRequired} if the user has to sign in with the provider again; `code` says why.
   * @throws {ProviderUnavailable} if the provider cannot be reached: the same call works later.
   * @throws {ConfigError} without `AccessTokens()` in the config, if a cookie keeps them, without such a provider, or if it does
   * not accept the client.
   * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
   * @throws {AdapterError} if the database fails.
   * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6}
   */
  get(wanted: WantedToken): Promise<string>;
  /**
   * Revokes the tokens of a user at providers (RFC 7009), and forgets them: the refresh token, and the access token. The user
   * stays signed in; `get()` throws `ReconnectRequired` with the code `Revoked`, until they sign in with the provider again. At a
   * provider without an endpoint for it, the application only forgets the tokens, and the log warns. Some providers end more than
   * these tokens: see their pages.
   *
   * @param wanted The user; by default, their tokens of all accounts at all providers of the config.
   * @throws {ProviderUnavailable} if a provider cannot be reached: its tokens stay, and the same call works later.
   * @throws {ProviderResponseError} if a provider refuses.
   * @throws {ConfigError} without `AccessTokens()` in the config, if a cookie keeps them, without such a provider, or if it does
   * not accept the client.
   * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
   * @throws {AdapterError} if the database fails.
   * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
   */
  revoke(wanted: TokensToRevoke): Promise<void>;
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
  readonly store: RowStore | null;
}

/** Seals the tokens of accounts, and logs those that it cannot open. */
export interface AccountSealer extends Sealer {
  /** The log. */
  readonly logger: Pick<LoggerInstance, "error">;
}
