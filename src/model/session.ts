/**
 * How sessions are kept.
 *
 * @module
 */

import type { Aal, AuthMethod } from "../values/levels.ts";
import type { AdapterSecurity, AdapterUser } from "../adapters/contract/types.ts";
import type { Cookies } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Account, Awaitable, JWT, Profile, SignInData, User } from "../values/types.ts";

/** A user who has just signed in. */
export interface SignedIn {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The account with its tokens. */
  readonly account: Account;
  /** The answer of the provider, unmapped. */
  readonly profile?: Profile;
  /** What the application's own code has given the sign-in. Default: nothing. */
  readonly data?: SignInData | undefined;
  /** Whether this sign-in created the user. */
  readonly isNewUser: boolean;
  /** The session token of the browser before; `null` without one. */
  readonly previous: string | null;
  /** The stored user at the time of the decision; absent without a database. */
  readonly storedUser?: AdapterUser | undefined;
  /**
   * Reads the stored user again, whom a callback or an event of the application may have changed. `undefined` if someone else has.
   * Default: nobody may have.
   */
  readonly changedUser?: () => Promise<AdapterUser | undefined>;
  /** The device that signs in: as `toDeviceText` writes it. `null` if unknown. */
  readonly device?: string | null;
  /**
   * When the user last proved who they are, in milliseconds since the epoch, if this is not the proof: an account that is
   * added to a user makes no session younger. `UNPROVEN`: never, so that the session is not fresh, and is not prolonged where
   * `absoluteMaxAge` is set. Default: now.
   */
  readonly signedInAt?: number | undefined;
  /** When the tokens of the account arrived, in milliseconds since the epoch. Default: unknown. */
  readonly obtainedAt?: number | undefined;
  /** The generation of the user when they proved who they are. Default: that of now. */
  readonly generation?: number | undefined;
  /** How the user has proven who they are, by RFC 8176 §2. Default: unknown. */
  readonly amr?: readonly string[] | undefined;
  /**
   * Decides with whom a session in a token ends, once `callbacks.jwt` has named the user. Default: in the first generation of the
   * user whom it names.
   */
  readonly bind?: (sub: string | undefined) => Promise<Binding>;
  /** Whether an account is added to the user of the session before, which goes on. Default `false`. */
  readonly isContinued?: boolean;
  /** Whether a session in a token gets an id, which `keyOf` returns as long as it is renewed. Default `false`. */
  readonly isKeyed?: boolean;
}

/** With whom a session in a token ends: claims that the library alone sets. */
interface Binding extends Pick<SessionToken, "names"> {
  /** The generation of the user who has signed in. Absent for the first one. */
  readonly gen: number | undefined;
  /** That user, if `sub` is another one. */
  readonly gen_sub: string | undefined;
  /** The generation of the user in `sub`, if the database has both. */
  readonly named_gen: number | undefined;
  /** Whether the database has the user with whom it ends. */
  readonly latchkey_stored: boolean | undefined;
}

/** When and how the user of a session has proven who they are. */
export interface SessionProof {
  /** When the user signed in, in milliseconds since the epoch; `null` if unknown, `UNPROVEN` if they have proven nothing. */
  readonly signedInAt: number | null;
  /** The methods of the proof, by RFC 8176 §2; empty if unknown. */
  readonly amr: readonly AuthMethod[];
  /** The level that follows from the methods. */
  readonly aal: Aal;
}

/** A new proof of the user who is signed in. */
export interface NewProof {
  /** All methods with which they have signed in by now. */
  readonly amr: readonly string[];
  /** When, in milliseconds since the epoch. */
  readonly signedInAt: number;
}

/** The users of the database. */
export interface StoredUsers {
  /**
   * Whether the database has a user, as it was within `session.revocationDelay`.
   *
   * @param options With `isExact`, as it is now.
   * @throws {AdapterError} if the database fails.
   */
  has(userId: string, options?: { readonly isExact?: boolean }): Promise<boolean>;
}

/** The generations of users: a session in a token ends when that of its user is higher. */
export interface Generations {
  /**
   * The generation of a user, as it was within `session.revocationDelay`.
   *
   * @param options With `isExact`, as it is now.
   * @throws {AdapterError} if the database fails.
   */
  current(userId: string, options?: { readonly isExact?: boolean }): Promise<number>;
  /**
   * Ends all sessions in tokens of a user.
   *
   * @param change Changes the password in the same step, or sets a higher generation. Its errors are thrown. Default: the password
   * stays. `false`: nothing changes.
   * @returns The generation of new ones; `null` if that is not possible, because the tables are those of an older version; 0 if
   * nothing has changed.
   * @throws {UserChanged} if other requests keep changing it.
   * @throws {AdapterError} if the database fails.
   */
  raise(
    userId: string,
    change?: (row: AdapterSecurity) => Awaitable<AdapterSecurity | false>,
  ): Promise<number | null>;
  /** Takes note of a generation that was read or written elsewhere; returns it. */
  remember(userId: string, generation: number): number;
}

/** The content of a session cookie. */
export interface SessionToken {
  /** The value. */
  readonly value: string;
  /** When it expires, in milliseconds since the epoch. */
  readonly expires: number;
  /**
   * Whether the previous session may go on, because the database has failed to end it; `null` if another request has ended it.
   * Only stored sessions say it.
   */
  readonly leavesPrevious?: boolean | null;
  /** The user of the database whom `callbacks.jwt` has named in `sub`, in place of the one who has signed in. Default: none. */
  readonly names?: string | undefined;
}

/** The result of reading a session: all `null` if no one is signed in. */
export interface SessionRead extends SessionProof {
  /** The result of `callbacks.session`; `null` if no one is signed in. */
  readonly session: object | null;
  /** Id of the user; `null` if no one is signed in, or the session names no user. */
  readonly userId: string | null;
  /** The new token; `null` if the session has ended; absent if the token does not change. */
  readonly token?: SessionToken | null;
  /** Key of the session in the database. It never leaves the server. Absent for a session in a token. */
  readonly storedAs?: string;
  /** The claims of a session in a token. Absent for a stored one. */
  readonly claims?: JWT;
}

/**
 * How sessions are kept. `identify`, `read` and `update` give one answer to "who is signed in": no one, if the token
 * is not valid or has expired, if `callbacks.jwt` returns `null`, or if `callbacks.session` returns `null` or fails.
 */
export interface SessionStrategy {
  /**
   * Begins a session, and ends the previous one; `null` if `callbacks.jwt` refuses it. If the previous one cannot be ended,
   * the token says so.
   *
   * @throws {AuthError} if a callback fails or returns `undefined`, or the database fails.
   * @throws {UserChanged} if `emailVerified` of the stored user has changed since the decision.
   */
  issue(signedIn: SignedIn): Promise<SessionToken | null>;
  /**
   * Reads a session for the library itself, without an event. A stored session is prolonged as by `read`. A token is not:
   * the answer of a slow request would restore the session after a sign-out.
   *
   * @throws {AdapterError} if the database fails.
   */
  identify(token: string): Promise<SessionRead>;
  /** Reads a session, prolongs it if that is due, and emits `events.session`. @throws {AdapterError} if the database fails. */
  read(token: string): Promise<SessionRead>;
  /** Reads a session, and passes data of the browser to the callbacks. @throws {AuthError} if one or the database fails. */
  update(token: string, data: unknown): Promise<SessionRead>;
  /** Whether a session has not ended since it was read: 0 if it has, else a number that grows as it is prolonged. Runs no callbacks. */
  isLive(token: string): Promise<number>;
  /** Ends a session, and emits `events.signOut`. @param token `null` if the session has ended already. */
  revoke(token: string | null): Promise<void>;
  /**
   * The token of a session that goes on in the generation which ends all others of its user; `undefined` if the token does
   * not change, `null` if the session has ended.
   */
  carryOver(token: string, generation: number): Promise<SessionToken | null | undefined>;
  /**
   * The token with which a session goes on after a new proof of its user; `null` if the session has ended. The token before
   * ends if it is stored. Runs no callbacks.
   *
   * @param claims What else changes in a token. Default: nothing.
   * @throws {AdapterError} if the database fails.
   */
  raise(token: string, proof: NewProof, claims?: Partial<JWT>): Promise<SessionToken | null>;
  /** Ends a session that has just begun, and whose token was not sent: without an event. @throws {AdapterError} if the database fails. */
  withdraw(token: SessionToken): Promise<void>;
  /** The key by which the database finds what belongs to a session; `null` if it has none. Asks no database. */
  keyOf(token: string): Promise<string | null>;
}

/** The sessions of browsers: a `SessionStrategy` by the cookies of a request. */
export interface BrowserSessions {
  /** Begins a session, and ends the one that the browser had. Throws the same errors as that of the strategy. */
  issue(signedIn: Omit<SignedIn, "previous">, cookies: Cookies): Promise<SessionToken | null>;
  /** Reads the session for the library itself; `null` without a session token. */
  identify(cookies: Cookies): Promise<SessionRead | null>;
  /** Reads the session for the application; `null` without a session token. */
  read(cookies: Cookies): Promise<SessionRead | null>;
  /** Passes data of the browser to the callbacks; `null` without a session token. */
  update(cookies: Cookies, data: unknown): Promise<SessionRead | null>;
  /** Whether the session has not ended since it was read. */
  isLive(cookies: Cookies): Promise<boolean>;
  /** Ends the session, if there is one. Returns of how many living sessions the browser has sent several cookies; 0 of one cookie. */
  revoke(cookies: Cookies): Promise<number>;
  /**
   * The token with which the session goes on in a generation: as that of the strategy.
   *
   * @param renewed The token that the session has got in this request. Default: that of the cookies.
   */
  carryOver(
    cookies: Cookies,
    generation: number,
    renewed?: SessionToken | null,
  ): Promise<SessionToken | null | undefined>;
  /**
   * The token with which the session goes on after a new proof of its user: as that of the strategy.
   *
   * @param renewed As for `carryOver`. @param claims As for the strategy.
   */
  raise(
    cookies: Cookies,
    proof: NewProof,
    renewed?: SessionToken | null,
    claims?: Partial<JWT>,
  ): Promise<SessionToken | null>;
  /** Ends a session that has just begun: as that of the strategy. */
  withdraw(token: SessionToken): Promise<void>;
  /** The key of the session: as that of the strategy. */
  keyOf(cookies: Cookies): Promise<string | null>;
  /**
   * The cookies that set or remove the token of the browser.
   *
   * @param token `null` removes it; `undefined` keeps it.
   */
  toCookies(token: SessionToken | null | undefined, cookies: Cookies): readonly SetCookie[];
}
