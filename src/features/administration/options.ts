/**
 * The options of administration.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of administration. */
export interface AdministrationOptions {
  /**
   * Whether a user is an administrator: who acts on other users, and whom no one bans or removes. It gets the user as the database has
   * them at that moment, so that who stops being one can do nothing from then on. Only `true` is a yes. An address counts only if
   * `emailVerified` is a date: anyone can sign up with another one.
   */
  readonly isAdmin: (user: AdapterUser) => Awaitable<boolean>;
  /**
   * Whether somebody of your staff may do something, in a request. Only `true` is a yes. Administrators stay protected, whatever it
   * returns. The pages ask about each button, too. Default: administrators may do everything, and nobody else anything.
   */
  readonly may?: (asked: AskedAction) => Awaitable<boolean>;
  /** Whether `ActivityLog()` leaves out that staff has acted as a user. Default `false`: the user reads it on the account page. */
  readonly hidesActing?: boolean | undefined;
  /**
   * Whether the library shows its pages for staff at `<basePath>/admin`: a list of users, and a page about each. They ask `isAdmin` and
   * `may` as the functions do. An object says what they show beside. Default `false`.
   */
  readonly pages?: boolean | AdministrationPages;
  /** How long the log of what staff does is kept, in seconds: at least 86 400 (one day). Default 31 536 000 (one year). */
  readonly logKeptFor?: number;
}

/** What the pages for staff show. */
export interface AdministrationPages {
  /**
   * Fields of users of the application's own that the page about a user shows, to whoever may call `getUser`, read-only, and long ones cut,
   * and that the file of the list has, to whoever may call `listUsers`; scripts get them as JSON. They're named as in the table of users,
   * such as `["plan", "createdAt"]`. Name no secret. Default: none.
   */
  readonly fields?: readonly string[];
}

/** What somebody of the staff is about to do. */
export interface AskedAction {
  /** Who, as the database has them at that moment. */
  readonly staff: AdapterUser;
  /** Whether they are an administrator. */
  readonly isAdmin: boolean;
  /** What: the name of the function. */
  readonly action: AdministrationAction;
  /** With whom; `null` for a list, for a new user, and where there is no such user. */
  readonly user: AdapterUser | null;
}

/** The options of a setup, with its database. */
export interface AdministrationRules extends AdministrationOptions {
  /** The database. */
  readonly store: RowStore;
}

/** Names them. */
export const ADMINISTRATION: Key<AdministrationRules> = { name: "administration" };
