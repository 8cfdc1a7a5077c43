/**
 * The shape of administration: the names of its functions, and its rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** What staff may do: the name of a function of `auth.administration`. */
export type AdministrationAction =
  | "listUsers"
  | "getUser"
  | "createUser"
  | "updateUser"
  | "removeUser"
  | "banUser"
  | "unbanUser"
  | "listSessions"
  | "endSession"
  | "endSessions"
  | "resetSecondFactor"
  | "sendPasswordReset";

/** All of them. */
export const ADMINISTRATION_ACTIONS: readonly AdministrationAction[] = [
  "listUsers",
  "getUser",
  "createUser",
  "updateUser",
  "removeUser",
  "banUser",
  "unbanUser",
  "listSessions",
  "endSession",
  "endSessions",
  "resetSecondFactor",
  "sendPasswordReset",
];

/** The functions of `auth.administration`, and outside of requests. */
export const ADMINISTRATION_FUNCTIONS = {
  calls: ADMINISTRATION_ACTIONS,
  outside: ADMINISTRATION_ACTIONS,
} as const satisfies FunctionsShape;

/** The ban of a user: one row for each user at most. */
export interface AdapterBan {
  /** The user. */
  userId: string;
  /** Raised by each change of the row. */
  version: number;
  /** When they were banned. */
  bannedAt: Date;
  /** When the ban ends; `null`: it is for good. */
  until: Date | null;
  /** Why, in the words of staff; `null` if they gave no reason. */
  reason: string | null;
  /** Id of the administrator; `null`: code outside of requests. */
  bannedBy: string | null;
}

/** Bans. They go with the user, but not by a takeover: who is banned may have such a mailbox. */
export const BAN_ROWS: RowKind<AdapterBan, "userId"> = {
  name: "bans",
  key: ["userId"],
  recordKey: "ban",
  listKey: "bans",
  version: "version",
  isOwned: true,
  outlivesTakeover: true,
  since: 6,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    bannedAt: { column: "banned_at", type: "date", required: true },
    until: { column: "banned_until", type: "date" },
    reason: { column: "reason", type: "text" },
    bannedBy: { column: "banned_by", type: "text", length: 255 },
  },
};
