/**
 * The shape of user names: their functions, and their rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.userNames`, and outside of requests. */
export const USER_NAME_FUNCTIONS = {
  calls: ["get", "change"],
  outside: ["find", "get", "set"],
} as const satisfies FunctionsShape;

/** A user name that is taken, or what one looks like. */
export interface AdapterUserName {
  /** The name as it is compared; what it looks like, behind an `@`. */
  key: string;
  /** The user. */
  userId: string;
  /** Raised by each change of the row. */
  version: number;
  /** The name as the user writes it; empty for what it looks like. */
  shown: string;
  /** When the user took it. */
  takenAt: Date;
  /** Until when it's kept from others, since the user has another name; `null` while it is theirs. */
  heldUntil: Date | null;
}

/** User names. They go with the user, and by a takeover: a stranger may have chosen one. */
export const USER_NAME_ROWS: RowKind<AdapterUserName, "key"> = {
  name: "user_names",
  key: ["key"],
  recordKey: "userName",
  listKey: "userNames",
  version: "version",
  isOwned: true,
  since: 5,
  columns: {
    key: { column: "name_key", type: "text", length: 255, required: true },
    userId: { column: "user_id", type: "text", length: 255, required: true, isIndexed: true },
    version: { column: "version", type: "integer", required: true },
    shown: { column: "shown", type: "text", length: 255, required: true },
    takenAt: { column: "taken_at", type: "date", required: true },
    heldUntil: { column: "held_until", type: "date" },
  },
};

/** The user name of a user. */
export interface UserName {
  /** As the user writes it. */
  readonly name: string;
  /** When the user may take another one, as an ISO 8601 date-time: it may be past. */
  readonly changeableAt: string;
}

/**
 * Why a user can't have a name: it is too short or too long, has other characters than a name has, is taken or looks like one that is,
 * or follows another one too soon.
 */
export type UserNameProblem = "length" | "characters" | "taken" | "tooSoon";

/** The functions of `auth.userNames`. */
export interface UserNamesCalls {
  /** Returns the name of the user who is signed in; `null` if they have none. Throws `AdapterError` if the database fails. */
  get(): Promise<UserName | null>;
  /**
   * Gives the user who is signed in a name, or another one. Their former name signs them in no more, and stays theirs for `renameAfter`.
   *
   * Returns why they can't have it; `null` if they have it now. In a session that isn't fresh, the user signs in again first, as in
   * `auth.require({ maxAge })`. Throws `AdapterError` if the database fails.
   */
  change(name: string): Promise<UserNameProblem | null>;
}

/** The functions of `outside(config).userNames`. */
export interface OutsideUserNames {
  /** Returns the id of the user with a name, in whatever case it's written; `null` if no one has it. Throws `AdapterError` if the database fails. */
  find(name: string): Promise<string | null>;
  /** Returns the name of a user; `null` if they have none. Throws `AdapterError` if the database fails. */
  get(userId: string): Promise<UserName | null>;
  /**
   * Gives a user a name: for imports, and for your staff. It may be a reserved one, and the last one need not be old.
   *
   * Returns why they can't have it; `null` if they have it now. Throws `AdapterError` if the database fails.
   */
  set(userId: string, name: string): Promise<UserNameProblem | null>;
}
