/**
 * The shape of the change of an address: its rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";

/** The changes of the address of a user that can still be undone: one row for each user at most. */
export interface AdapterEmailChanges {
  /** The user. */
  userId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** When the address was changed, in milliseconds since the epoch, oldest first, separated by spaces: up to 500 characters. */
  times: string;
}

/** Changes of addresses. They go with the user, and by a takeover: a stranger may have made them. */
export const EMAIL_CHANGE_ROWS: RowKind<AdapterEmailChanges, "userId"> = {
  name: "email_changes",
  key: ["userId"],
  recordKey: "emailChange",
  listKey: "emailChanges",
  version: "version",
  isOwned: true,
  since: 4,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    times: { column: "times", type: "text", length: 500, required: true },
  },
};
