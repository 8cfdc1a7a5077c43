/**
 * The records of tokens that the library renews, and of sessions that began at a provider. They refer to no other record, so
 * that they can stand beside the tables of another adapter.
 *
 * @module
 */

/**
 * The tokens of an account that the library renews: one row for each account at most. `provider` and `providerAccountId`
 * together are unique.
 */
export interface AdapterProviderTokens {
  /** The user that the account belongs to. */
  userId: string;
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** Until when one process may send the refresh token; `null`: none does. */
  leaseUntil: Date | null;
  /** The tokens as JSON, sealed. May be longer than 64 KiB. */
  tokens: string;
}

/** A session that began at a provider, with what ends the session at the provider: one row for each session at most. */
export interface AdapterProviderSession {
  /** Key of the session: up to 255 characters. Unique. */
  id: string;
  /** The user who is signed in. */
  userId: string;
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider, as that of the account. */
  providerAccountId: string;
  /** The `sub` of the ID token: up to 255 characters; `null` without one. `profile()` may have given the account another id. */
  sub: string | null;
  /** The `sid` of the ID token, which names the session at the provider: up to 255 characters; `null` without one (OpenID Connect
   * Back-Channel Logout 1.0 §2.1). */
  sid: string | null;
  /** The ID token, sealed. May be longer than 64 KiB. `null` without one. */
  idToken: string | null;
  /** When the session ends. */
  expires: Date;
}
