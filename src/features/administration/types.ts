/**
 * The functions of administration, as types.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Device } from "../../values/device.ts";
import type { ImportedUser, ImportedUsers } from "./import_types.ts";
import type { ListedStaffActions, StaffActionsQuery, StaffReason } from "./log_types.ts";

/** A user, as administrators see them. */
export interface AdministeredUser {
  /** The user as the database has them, with the fields of the application. */
  readonly user: AdapterUser;
  /** The ban that hasn't ended; `null` if there is none. */
  readonly ban: Ban | null;
  /**
   * What they sign in with beside an address: their name of `UserNames()`; `null` without one. `listUsers()` reads it only for users without
   * an address, and for those whom `search` names.
   */
  readonly identifier: string | null;
}

/** The ban of a user. */
export interface Ban {
  /** Why, in the words of staff; `null` if they gave no reason. */
  readonly reason: string | null;
  /** When it began, as an ISO 8601 date-time. */
  readonly bannedAt: string;
  /** When it ends, as an ISO 8601 date-time; `null`: never. */
  readonly until: string | null;
  /** Id of the administrator; `null`: code outside of requests. */
  readonly bannedBy: string | null;
}

/** Which users to list. */
export interface ListedUsersQuery {
  /** `next` of the list before; absent, or `null`, for the first one. */
  readonly after?: string | null;
  /** How many at most, beside those whom `search` names: 1 to 100. Default 20. */
  readonly limit?: number;
  /**
   * An id, which finds its user; a whole address or user name, whose user comes first; or a text that the address or the name contains, in whatever case of the letters A to Z: at most 320
   * characters. Default: all users.
   */
  readonly search?: string;
  /** Values that fields have, exactly: `{ role: "editor" }`. Default: any. */
  readonly by?: Readonly<Record<string, unknown>>;
  /** `true`: only users who are banned. `false`: only those who aren't. Default: both. */
  readonly banned?: boolean;
}

/** A part of the list of users. */
export interface ListedUsers {
  /** The users whom `search` names, then others in the order of their ids; in Redis, in any order. Fewer than `limit`, or none, doesn't mean that this is the last part. */
  readonly users: readonly AdministeredUser[];
  /** For the next list; `null` if this is the last. */
  readonly next: string | null;
}

/** A user to create, with the fields of the application beside these. */
export interface CreatedUser {
  /** Address. `null`: none. */
  readonly email: string | null;
  /**
   * Whether the address is the user's, proven elsewhere. Then only an email signs them in at first. Default `false`: an email does, or a
   * provider that vouches for the address.
   */
  readonly emailVerified?: boolean;
  /** Display name. Default `null`. */
  readonly name?: string | null;
  /** URL of a picture. Default `null`. */
  readonly image?: string | null;
  /** A field of the application. */
  readonly [field: string]: unknown;
}

/** The session of a user. */
export interface AdministeredSession {
  /** For `endSession()`: a hash of its key. */
  readonly id: string;
  /** Browser and system that signed in; `null` if unknown. */
  readonly device: Device | null;
  /** Id of the provider with which it began; `null` if unknown, as without `ActivityLog()`. */
  readonly provider: string | null;
  /** Where it began, as `location` of the config says it; `null` if unknown, as without `ActivityLog()`. */
  readonly location: string | null;
  /** When it began, as an ISO 8601 date-time; `null` if unknown. */
  readonly createdAt: string | null;
  /** Its last use, but for `session.updateAge`, as an ISO 8601 date-time; `null` if unknown. */
  readonly usedAt: string | null;
  /** When it ends unless it is used, as an ISO 8601 date-time. */
  readonly expires: string;
}

/**
 * What all functions of administration do, whoever calls them. The log of staff has each that changes something, with `reason`, as
 * `listActions()` lists it. It is written before: if that fails, they throw `AdapterError`, and nothing is changed.
 */
export interface AdministrationFunctions {
  /**
   * Lists users. Throws `MissingAdapterMethods` if the adapter has no `listUsers`, `ConfigError` if `limit` is wrong or a value of `by`
   * can't be compared, and `AdapterError` if the database fails, or if an SQL table has no column for a field of `by`.
   */
  listUsers(query?: ListedUsersQuery): Promise<ListedUsers>;
  /** Returns a user; `null` if there is none. Throws `AdapterError` if the database fails. */
  getUser(userId: string): Promise<AdministeredUser | null>;
  /**
   * Creates a user without a way to sign in, who signs in by their address. Emits `createUser`, and sends nothing.
   *
   * Returns them; `null` if another user has the address. Throws `InvalidEmail` if it isn't one, `ConfigError` for a field that isn't valid
   * or that the adapter doesn't store, `AccessDenied` for one that makes them an administrator if whoever calls is none, and `AdapterError`
   * if the database fails.
   */
  createUser(user: CreatedUser, why?: StaffReason): Promise<AdapterUser | null>;
  /**
   * Changes the given fields of a user: name, picture, and those of the application. Emits `updateUser`.
   *
   * Returns the user as stored; `null` if there is none. Throws `ConfigError` for `id`, `email` and `emailVerified`, which say who they are,
   * and for a field or a value that isn't valid, or that the adapter doesn't store; `AccessDenied` for a field that makes them an
   * administrator, or none any more, if whoever calls is none; and `AdapterError` if the database fails.
   */
  updateUser(
    userId: string,
    fields: Readonly<Record<string, unknown>>,
    why?: StaffReason,
  ): Promise<AdapterUser | null>;
  /**
   * Removes a user, who is no administrator, with all that is stored about them; with `AccountDeletion()`, its `erase` comes first. There
   * is no way back.
   *
   * Returns whether there was one. Throws `AccessDenied` for an administrator and for oneself, `MissingAdapterMethods` if the adapter has no
   * `deleteUser`, `ServerError` if `erase` fails, and `AdapterError` if the database fails.
   */
  removeUser(userId: string, why?: StaffReason): Promise<boolean>;
  /**
   * Bans a user, who is no administrator: ends all their sessions, and lets none begin. A session in a token may go on for
   * `session.revocationDelay`. A ban that is there is replaced.
   *
   * Returns whether there is such a user. Throws `AccessDenied` for an administrator and for oneself, `ConfigError` if reason or
   * end are not valid, and `AdapterError` if the database fails: then call it again.
   */
  banUser(userId: string, ban?: {
    /** Why, for staff: at most 1000 characters. The user doesn't see it on a page, and gets it with the data that they download. */
    readonly reason?: string | null;
    /** When the ban ends. Default: never. */
    readonly until?: Date | null;
  }): Promise<boolean>;
  /** Lets a user sign in again. Returns whether they were banned. Throws `AdapterError` if the database fails. */
  unbanUser(userId: string, why?: StaffReason): Promise<boolean>;
  /**
   * Lists the sessions of a user that have not ended, the latest first. Returns `null` where they can't be listed: sessions in tokens are in
   * their browsers only. Throws `AdapterError` if the database fails.
   */
  listSessions(userId: string): Promise<readonly AdministeredSession[] | null>;
  /** Ends a session of a user. Returns whether there was one. Throws `AdapterError` if the database fails. */
  endSession(userId: string, sessionId: string, why?: StaffReason): Promise<boolean>;
  /**
   * Ends all sessions of a user, also those in tokens, and forgets devices that need no second factor. Returns whether there is such a user.
   * Throws `AdapterError` if the database fails.
   */
  endSessions(
    userId: string,
    why?: StaffReason & {
      /** `id` of a stored session that goes on. Default: none does. */
      readonly except?: string | null;
    },
  ): Promise<boolean>;
  /**
   * Removes the second factor of a user, who is no administrator, ends all their sessions, and tells them by email. Needs `SecondFactor()`.
   *
   * Returns whether they had one. Throws `AccessDenied` for an administrator and for oneself, `ConfigError` without `SecondFactor()` or
   * `url` of the config, and `AdapterError` if the database fails.
   */
  resetSecondFactor(userId: string, why?: StaffReason): Promise<boolean>;
  /**
   * Sends a user the email of "forgot password", with a link to choose another password, in the default language. Needs `Password()`.
   *
   * Returns whether it was sent: not without an address that leads to them, nor if `callbacks.signIn` leads elsewhere. Throws `RateLimited`
   * after too many of these emails to the address, by one person or by all; they leave the user's own alone. Throws `EmailSignInError` if it
   * cannot be sent, `InvalidEmail` if the mail server refuses the address, `AccessDenied` if `callbacks.signIn` refuses, `ConfigError`
   * without `Password()` or `url` of the config, and `AdapterError` if the database fails.
   */
  sendPasswordReset(userId: string, why?: StaffReason): Promise<boolean>;
  /**
   * Lists what staff and code outside of requests have done to users, the newest first, also to those who are gone. Throws `ConfigError` if
   * `limit` is wrong, and `AdapterError` if the database fails.
   */
  listActions(query?: StaffActionsQuery): Promise<ListedStaffActions>;
}

/** The functions of `outside(config).administration`. */
export interface OutsideAdministration extends AdministrationFunctions {
  /**
   * Begins a session of a user whom your code has recognized: in a handover to a mobile app, or from a system of your own. It has level 1.
   * The callbacks see an account of the provider `administration`. It emits no `signIn`.
   *
   * Returns its cookies; `null` if there is no such user. Throws `AccessDenied` for a user who is banned, or whom a callback refuses,
   * `UserChanged` if their sessions were ended meanwhile, `ConfigError` without `url` of the config, and `AdapterError` if the database
   * fails.
   */
  createSession(userId: string, options?: CreatedSessionTerms): Promise<CreatedSession | null>;
  /**
   * Imports users of another system, with their ids, hashes of passwords and accounts. Who is there already stays as they are, so that it can
   * be called again, also by several processes at once; a user whose import broke off is completed within a day. It emits nothing, and sends
   * nothing. The log has an entry for each new user.
   *
   * Returns what it has done, and who was refused: nothing is stored of a user who has a value that no user can have, or a field
   * that the adapter doesn't store. Throws `ConfigError` for a hash without `Password()`, and `AdapterError` if the database fails: call it
   * again.
   */
  importUsers(
    users: Iterable<ImportedUser> | AsyncIterable<ImportedUser>,
    why?: StaffReason,
  ): Promise<ImportedUsers>;
}

/** How a session begins. */
export interface CreatedSessionTerms extends StaffReason {
  /**
   * Whether it is fresh, as after a sign-in: then the user can change how they sign in. Only if your code has just seen a proof of who they
   * are. Default `false`.
   */
  readonly isFresh?: boolean;
}

/** A session that has begun. */
export interface CreatedSession {
  /** Values of `Set-Cookie` headers: append them to your answer. */
  readonly setCookie: readonly string[];
  /** When it ends unless it is used, as an ISO 8601 date-time. */
  readonly expires: string;
}

/**
 * The functions of `auth.administration`, for the administrator who is signed in. Each needs a session: without one, the user is led to sign
 * in, as by `auth.require()`; where the config has second factors, a session of level 2; for whatever changes something, one that is fresh.
 * Each throws `AccessDenied` if the user is no administrator now, unless `may` allows it, and for
 * changes `MissingCSRF` if the request is one of another site.
 */
export interface AdministrationCalls extends AdministrationFunctions {
  /**
   * Lets the administrator act as a user, who is no administrator: `auth()` returns a session of the user at level 1 with the claim `act`
   * (RFC 8693 §4.1), which `actorOf()` reads, until `stopActing()`, a sign-out, or the end of `maxAge`. Until then, everything that the
   * library itself does for a user is refused: its pages, `auth.require({ aal: 2 })`, and all functions of `auth` but `stopActing()`.
   *
   * Returns whether there is such a user. Throws `AccessDenied` for an administrator, for oneself and for a user who is banned,
   * `ConfigError` if a term is not valid, or where no cookie can be set, `UserChanged` if the user signs out everywhere meanwhile, and
   * `AdapterError` if the database fails.
   */
  actAs(userId: string, terms: {
    /** Why, for staff: 1 to 1000 characters. */
    readonly reason: string;
    /** How long at most, in seconds: 1 to 14 400 (4 hours). Default 1800. */
    readonly maxAge?: number;
  }): Promise<boolean>;
  /**
   * Stops acting: `auth()` returns the session of the administrator again. Needs no fresh session. Returns whether someone has acted.
   * Throws `AdapterError` if the database fails.
   */
  stopActing(): Promise<boolean>;
}
