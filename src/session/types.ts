/**
 * How sessions are kept.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Account, Profile, User } from "../types.ts";

/** A user who has just signed in. */
export interface SignedIn {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The account with its tokens. */
  readonly account: Account;
  /** What the provider said. */
  readonly profile?: Profile;
  /** Whether this sign-in created the user. */
  readonly isNewUser: boolean;
  /** The session token that the browser had before. */
  readonly previous: string | null;
  /** The user as stored when the sign-in was decided; absent without a database. */
  readonly storedUser?: AdapterUser;
}

/** What a session cookie holds. */
export interface SessionToken {
  /** The value. */
  readonly value: string;
  /** When it ends: milliseconds since the epoch. */
  readonly expires: number;
}

/** What reading a session gave: all `null` if no one is signed in. */
export interface SessionRead {
  /** What `callbacks.session` returned; `null` if no one is signed in. */
  readonly session: object | null;
  /** Id of the user; `null` if no one is signed in, or the session names no user. */
  readonly userId: string | null;
  /** When the user signed in: milliseconds since the epoch; `null` if that is not known. */
  readonly signedInAt: number | null;
  /** The token from now on; `null` if the session has ended; absent if it stays as it is. */
  readonly token?: SessionToken | null;
}

/**
 * A way to keep sessions. `identify`, `read` and `update` give one answer to "who is signed in": no one, if the token
 * is not valid or has expired, if `callbacks.jwt` returns `null`, or if `callbacks.session` returns `null` or fails.
 */
export interface SessionStrategy {
  /**
   * Begins a session, and ends the one before; `null` if `callbacks.jwt` refuses one.
   *
   * @throws {AuthError} if a callback fails or returns nothing, or the database fails.
   * @throws {UserChanged} if `emailVerified` of the stored user is no longer what the sign-in was decided on.
   */
  issue(signedIn: SignedIn): Promise<SessionToken | null>;
  /** Reads a session for the library's own use: no event. @throws {AdapterError} if the database fails. */
  identify(token: string): Promise<SessionRead>;
  /** Reads a session, and emits `events.session`. @throws {AdapterError} if the database fails. */
  read(token: string): Promise<SessionRead>;
  /** Reads a session, with data that the browser sent. @throws {AuthError} if a callback or the database fails. */
  update(token: string, data: unknown): Promise<SessionRead>;
  /** Whether a session has not been ended since it was read. Runs no callbacks. */
  isLive(token: string): Promise<boolean>;
  /** Ends a session, and emits `events.signOut`. */
  revoke(token: string): Promise<void>;
}
