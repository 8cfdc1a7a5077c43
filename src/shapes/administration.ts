/**
 * The shape of administration: the names of its functions, and its rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** What staff may do: the name of a function of `auth.administration`. */
export type AdministrationAction = AdministrationOperation | "actAs";

/** What code outside of requests may do, too. */
export type AdministrationOperation =
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
  | "sendPasswordReset"
  | "listActions";

/** All of them. */
export const ADMINISTRATION_OPERATIONS: readonly AdministrationOperation[] = [
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
  "listActions",
];

/** The functions of `auth.administration`. */
export const ADMINISTRATION_CALLS: readonly (AdministrationAction | "stopActing")[] = [
  ...ADMINISTRATION_OPERATIONS,
  "actAs",
  "stopActing",
];

/** What only code outside of requests may do. */
export type AdministrationOutside = "createSession" | "importUsers";

/** The functions of `auth.administration`, and outside of requests. */
export const ADMINISTRATION_FUNCTIONS = {
  calls: ADMINISTRATION_CALLS,
  outside: [...ADMINISTRATION_OPERATIONS, "createSession", "importUsers"],
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
  isOrdered: true,
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

/** A time in which an administrator acts as a user. */
export interface AdapterActingSession {
  /** Hash of the secret that the cookie of the administrator's browser has. Unique. */
  id: string;
  /** The user. */
  userId: string;
  /** Id of the administrator. */
  actorId: string;
  /** Why, in the words of staff: at most 1000 characters. */
  reason: string;
  /** When it began. */
  createdAt: Date;
  /** When it ends. */
  expires: Date;
}

/** Administrators who act as users. They go with the user. */
export const ACTING_SESSION_ROWS: RowKind<AdapterActingSession, "id"> = {
  name: "acting_sessions",
  key: ["id"],
  recordKey: "actingSession",
  listKey: "actingSessions",
  isOwned: true,
  isEnding: true,
  since: 7,
  columns: {
    id: { column: "id", type: "text", length: 255, required: true, isAscii: true },
    userId: { column: "user_id", type: "text", length: 255, required: true, isIndexed: true },
    actorId: { column: "actor_id", type: "text", length: 255, required: true },
    reason: { column: "reason", type: "text", required: true },
    createdAt: { column: "created_at", type: "date", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
  },
};
