/**
 * The shape of anonymous users: their functions, and their rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.anonymousUsers`, and outside of requests. */
export const ANONYMOUS_USER_FUNCTIONS = {
  calls: ["signIn", "isAnonymous"],
  outside: ["isAnonymous", "remove"],
} as const satisfies FunctionsShape;

/** A user who has not signed up: one row for each. */
export interface AdapterAnonymousUser {
  /** The user. */
  userId: string;
  /** Raised by each change of the row. */
  version: number;
  /** When the user was created. */
  createdAt: Date;
  /** When a request has begun to sign the user up, to merge or to remove them, or later if that may take long; `null`: none does. */
  claimedAt: Date | null;
  /** Names that request; `null`: none does. */
  claim: string | null;
}

/** Users who have not signed up. They go with the user. */
export const ANONYMOUS_USER_ROWS: RowKind<AdapterAnonymousUser, "userId"> = {
  name: "anonymous_users",
  key: ["userId"],
  recordKey: "anonymousUser",
  listKey: "anonymousUsers",
  version: "version",
  isOwned: true,
  isOrdered: true,
  since: 8,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    createdAt: { column: "created_at", type: "date", required: true },
    claimedAt: { column: "claimed_at", type: "date" },
    claim: { column: "claim", type: "text", length: 64, isAscii: true },
  },
};

/** Which anonymous users to remove. */
export interface AnonymousUsersToRemove {
  /** Those who were created before. */
  readonly createdBefore: Date;
  /** How many at most. Default: all of them. */
  readonly limit?: number;
}

/** The functions of `auth.anonymousUsers`. */
export interface AnonymousUsersCalls {
  /**
   * Signs a visitor in as a new anonymous user. Call it where your application answers a form or a script, which can set cookies.
   *
   * Returns whether it did: not if a user is signed in already, who stays. Throws `MissingCSRF` for a request of another site, `RateLimited`
   * if the client has created too many users, `AccessDenied` if `callbacks.jwt` refuses the session or an administrator acts as a user,
   * `ConfigError` if the answer can't set
   * cookies, and `AdapterError` if the database fails.
   */
  signIn(): Promise<boolean>;
  /** Returns whether the user who is signed in is anonymous; `false` if no one is signed in. Throws `AdapterError` if the database fails. */
  isAnonymous(): Promise<boolean>;
}

/** The functions of `outside(config).anonymousUsers`. */
export interface OutsideAnonymousUsers {
  /** Returns whether a user is anonymous; `false` for one whom the database does not have. Throws `AdapterError` if the database fails. */
  isAnonymous(userId: string): Promise<boolean>;
  /**
   * Removes anonymous users with all that is stored about them, as the deletion of an account does: for a job that runs now and then. Who
   * has a stored session that hasn't ended stays.
   *
   * Returns how many it has removed. Who can't be removed is logged, and is left to the next call. Throws `ConfigError` if `createdBefore`
   * isn't a valid `Date` or `limit` isn't a whole number above 0, and `AdapterError` if the database fails.
   */
  remove(which: AnonymousUsersToRemove): Promise<number>;
}
