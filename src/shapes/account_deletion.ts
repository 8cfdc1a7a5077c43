/**
 * The shape of the deletion of accounts: its functions, its rows, and its part of the account data.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions for code outside of requests. */
export const ACCOUNT_DELETION_FUNCTIONS = {
  outside: ["request", "cancel", "run"],
} as const satisfies FunctionsShape;

/** The deletion of an account that a user has asked for: one row for each user at most. */
export interface AdapterDeletion {
  /** The user. */
  userId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** When the user has asked for it. */
  requestedAt: Date;
  /** When the account is deleted; `null`: the user has kept it. */
  dueAt: Date | null;
  /** Until when one process may delete it; `null`: none does. */
  leaseUntil: Date | null;
  /** Language of the last email, a tag such as `de` (RFC 5646); `null`: that of the application. */
  language: string | null;
}

/** Deletions of accounts. They go with the user, and by a takeover: a stranger may have asked for one. */
export const DELETION_ROWS: RowKind<AdapterDeletion, "userId"> = {
  name: "deletions",
  key: ["userId"],
  recordKey: "deletion",
  listKey: "deletions",
  version: "version",
  isOwned: true,
  isOrdered: true,
  since: 4,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    requestedAt: { column: "requested_at", type: "date", required: true },
    dueAt: { column: "due_at", type: "date" },
    leaseUntil: { column: "lease_until", type: "date" },
    language: { column: "language", type: "text", length: 64 },
  },
};

/** The deletion of an account, in the account data. */
export interface AccountDeletionData {
  /** When the account is deleted, as ISO 8601; `null`: no one has asked for it. */
  readonly dueAt: string | null;
  /** How long a user can keep the account after they have asked, in seconds. */
  readonly gracePeriod: number;
}

/** The functions of `outside(config).accountDeletion`. */
export interface OutsideAccountDeletion {
  /**
   * Deletes the accounts whose grace period is over, one after the other. Call it from time to time, such as once an hour: several
   * processes may do so at once, and one that is stopped amid its work is followed up by the next. What fails is logged, and is
   * tried again by the next call that comes a quarter of an hour later.
   *
   * Without `url` of the config, it sends no emails. Throws `AdapterError` if the database fails.
   */
  run(): Promise<DeletedAccounts>;
  /**
   * Asks for the deletion of an account in place of its user, who has written to the support: ends all sessions, and sends the email.
   *
   * Resolves to when it is deleted; `null` if there is no such user. Throws `AdapterError` if the database fails, and `ConfigError`
   * without `url` of the config.
   */
  request(userId: string): Promise<Date | null>;
  /**
   * Keeps an account whose grace period is not over, in place of its user.
   *
   * Resolves to whether it was to be deleted. Throws `AdapterError` if the database fails.
   */
  cancel(userId: string): Promise<boolean>;
}

/** What `run` of `outside(config).accountDeletion` has done. */
export interface DeletedAccounts {
  /** How many accounts were deleted. */
  readonly deleted: number;
  /** How many could not be deleted: the log says why. */
  readonly failed: number;
}
