/**
 * How sessions are kept.
 *
 * @module
 */

import type { Account, Profile, User } from "../types.ts";

/** Somebody who has just signed in. */
export interface SignedIn {
  /** The user. */
  readonly user: User;
  /** The account with its tokens. */
  readonly account: Account;
  /** What the provider said. */
  readonly profile: Profile;
  /** Whether this sign-in created the user. */
  readonly isNewUser: boolean;
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
  /** Begins a session; `null` if `callbacks.jwt` refuses one. */
  issue(signedIn: SignedIn): Promise<SessionToken | null>;
  /** Reads a session. Never fails: what cannot be read is nobody's session. */
  read(token: string): Promise<SessionRead>;
  /** Reads a session, with data that the browser sent. @throws {JWTSessionError} if a callback fails. */
  update(token: string, data: unknown): Promise<SessionRead>;
  /** Ends a session, and tells `events.signOut`. */
  revoke(token: string): Promise<void>;
}
