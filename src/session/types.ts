/**
 * How sessions are kept.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Account, Profile, User } from "../values/types.ts";

/** A user who has just signed in. */
export interface SignedIn {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The account with its tokens. */
  readonly account: Account;
  /** The answer of the provider, unmapped. */
  readonly profile?: Profile;
  /** Whether this sign-in created the user. */
  readonly isNewUser: boolean;
  /** The session token of the browser before; `null` without one. */
  readonly previous: ReceivedToken | null;
  /** The stored user at the time of the decision; absent without a database. */
  readonly storedUser?: AdapterUser;
  /** The device that signs in: as `toDeviceText` writes it. `null` if unknown. */
  readonly device?: string | null;
  /**
   * When the user last proved who they are, in milliseconds since the epoch, if this is not the proof: an account that is
   * added to a user makes no session younger. Default: now.
   */
  readonly signedInAt?: number | undefined;
}

/** A session token of another library, from one of its cookies. */
export interface OlderToken {
  /** The token. */
  readonly older: string;
}

/**
 * The session token of a request. Only a migration reads an `OlderToken`: another host of the site may set the cookies of
 * the other library, and must not pass off a token of ours as one of them.
 */
export type ReceivedToken = string | OlderToken;

/** The content of a session cookie. */
export interface SessionToken {
  /** The value. */
  readonly value: string;
  /** When it expires, in milliseconds since the epoch. */
  readonly expires: number;
}

/** The result of reading a session: all `null` if no one is signed in. */
export interface SessionRead {
  /** The result of `callbacks.session`; `null` if no one is signed in. */
  readonly session: object | null;
  /** Id of the user; `null` if no one is signed in, or the session names no user. */
  readonly userId: string | null;
  /** When the user signed in, in milliseconds since the epoch; `null` if unknown. */
  readonly signedInAt: number | null;
  /** The new token; `null` if the session has ended; absent if the token does not change. */
  readonly token?: SessionToken | null;
  /** Key of the session in the database. It never leaves the server. Absent for a session in a token. */
  readonly storedAs?: string;
}

/**
 * How sessions are kept. `identify`, `read` and `update` give one answer to "who is signed in": no one, if the token
 * is not valid or has expired, if `callbacks.jwt` returns `null`, or if `callbacks.session` returns `null` or fails.
 */
export interface SessionStrategy {
  /**
   * Begins a session, and ends the previous one; `null` if `callbacks.jwt` refuses it.
   *
   * @throws {AuthError} if a callback fails or returns `undefined`, or the database fails.
   * @throws {UserChanged} if `emailVerified` of the stored user has changed since the decision.
   */
  issue(signedIn: SignedIn): Promise<SessionToken | null>;
  /** Reads a session without emitting an event. @throws {AdapterError} if the database fails. */
  identify(token: ReceivedToken): Promise<SessionRead>;
  /** Reads a session, and emits `events.session`. @throws {AdapterError} if the database fails. */
  read(token: ReceivedToken): Promise<SessionRead>;
  /** Reads a session, and passes data of the browser to the callbacks. @throws {AuthError} if one or the database fails. */
  update(token: ReceivedToken, data: unknown): Promise<SessionRead>;
  /** Whether a session has not ended since it was read. Does not run callbacks. */
  isLive(token: ReceivedToken): Promise<boolean>;
  /** Ends a session, and emits `events.signOut`. */
  revoke(token: ReceivedToken): Promise<void>;
}
