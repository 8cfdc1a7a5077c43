/**
 * How sessions are kept.
 *
 * @module
 */

import type { Account, Profile, User } from "../types.ts";

/** Somebody who has just signed in. */
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
}

/** What a session cookie holds. */
export interface SessionToken {
  /** The value. */
  readonly value: string;
  /** When it ends: milliseconds since the epoch. */
  readonly expires: number;
}

/** What became of a session that was read. */
export interface SessionRead {
  /** What `callbacks.session` returned; `null` if nobody is signed in. */
  readonly session: object | null;
  /** The token from now on; `null` if the session has ended; absent if it stays as it is. */
  readonly token?: SessionToken | null;
}

/** A way to keep sessions. */
export interface SessionStrategy {
  /** Begins a session, and ends the one before; `null` if `callbacks.jwt` refuses one. */
  issue(signedIn: SignedIn): Promise<SessionToken | null>;
  /** Reads a session. Never fails: what cannot be read is nobody's session. */
  read(token: string): Promise<SessionRead>;
  /** Reads a session, with data that the browser sent. @throws {AuthError} if a callback or the database fails. */
  update(token: string, data: unknown): Promise<SessionRead>;
  /** The id of the user whose session it is; `null` if it is nobody's. Runs no callbacks. */
  userIdOf(token: string): Promise<string | null>;
  /** Ends a session, and tells `events.signOut`. */
  revoke(token: string): Promise<void>;
}
