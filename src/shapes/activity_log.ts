/**
 * The shape of the log of activities: its functions, its rows, and its part of the account data.
 *
 * @module
 */

import type { Device } from "../values/device.ts";
import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.activityLog`, and outside of requests. */
export const ACTIVITY_LOG_FUNCTIONS = {
  calls: ["list"],
  outside: ["list"],
} as const satisfies FunctionsShape;

/** Something that a user has done, or that someone has tried in their name. */
export interface AdapterActivity {
  /** The user. */
  userId: string;
  /** Its name among those of the user, by which the newest comes first: up to 64 characters of ASCII. */
  id: string;
  /** What: up to 64 characters, such as `signIn`. */
  type: string;
  /** Id of the provider that it is about, or an address that signs in no more; `null` for none. */
  way: string | null;
  /** Why a sign-in has failed, such as `CredentialsSignin`; `null` if none has. */
  reason: string | null;
  /** Browser and system, such as `Firefox on Windows`: of the first one. `null` if unknown. */
  device: string | null;
  /** Where the request came from, the first one, as the application says it; `null` if it does not. */
  location: string | null;
  /** How often: failures of one kind within an hour are one row. */
  count: number;
  /** When it happened, for the first time. */
  createdAt: Date;
  /** Until when it is kept. */
  expires: Date;
  /** In the log of staff, id of whom it was done by; `null`: code outside of requests, and what a user has done. */
  actorId: string | null;
  /** In the log of staff, id of whom it is about; `null` for no one, and for what a user has done. */
  subjectId: string | null;
  /** In the log of staff, why, in their words; `null` if they gave no reason, and for what a user has done. */
  note: string | null;
  /** In the log of staff, what was changed; `null` for nothing, and for what a user has done. */
  changes: ActivityChanges | null;
}

/** What was changed: the values of each field before and after, as JSON has them; `null` where they are not kept. */
export type ActivityChanges = Readonly<Record<string, readonly [before: unknown, after: unknown] | null>>;

/** The `userId` of the log of staff, which is no user: `assertStorable` refuses one who has it. So it outlives those whom it names. */
export const STAFF_LOG = "\u0001staff";

/** What stands in a row about a user, who has done it themselves. */
export const OWN_ACTIVITY = { actorId: null, subjectId: null, note: null, changes: null } as const;

/** Activities. They go with the user, and by a takeover. The log of staff stands beside them. */
export const ACTIVITY_ROWS: RowKind<AdapterActivity, "userId" | "id"> = {
  name: "activities",
  key: ["userId", "id"],
  recordKey: "activity",
  listKey: "activities",
  counted: "count",
  isOwned: true,
  isEnding: true,
  lists: [{ of: "Actor", by: ["actorId"] }, { of: "Subject", by: ["subjectId"] }],
  since: 4,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    id: { column: "id", type: "text", length: 64, required: true, isAscii: true },
    type: { column: "activity_type", type: "text", length: 64, required: true },
    way: { column: "way", type: "text", length: 320 },
    reason: { column: "reason", type: "text", length: 64 },
    device: { column: "device", type: "text", length: 255 },
    location: { column: "location", type: "text", length: 255 },
    count: { column: "activity_count", type: "integer", required: true },
    createdAt: { column: "created_at", type: "date", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
    actorId: { column: "actor_id", type: "text", length: 255, isIndexed: true, since: 8 },
    subjectId: { column: "subject_id", type: "text", length: 255, isIndexed: true, since: 8 },
    note: { column: "note", type: "text", since: 8 },
    changes: { column: "changes", type: "json", since: 8 },
  },
};

/** Something that a user has done, or that someone has tried in their name, as pages and scripts get it. */
export interface Activity {
  /** Its name among those of the user. */
  readonly id: string;
  /**
   * What: `signIn`; `stepUp`, a second factor that was proven in a session; `signInFailure`; what the user was told by an email, such as
   * `passwordChanged` (see `NoticePurpose`); or the `action` of a form of the account page, such as `sign-out`.
   */
  readonly type: string;
  /** Id of the provider that it is about, or an address that signs in no more; `null` for none. */
  readonly way: string | null;
  /** Why a sign-in has failed, such as `CredentialsSignin`; `null` if none has. */
  readonly reason: string | null;
  /** Browser and system; `null` if unknown, or if the people who run the application did it. */
  readonly device: Device | null;
  /** Where the request came from, as `location` of the config says it; `null` if it does not. */
  readonly location: string | null;
  /** How often: failures of one kind within an hour are one entry. */
  readonly count: number;
  /** When it happened, for the first time, as an ISO 8601 date-time. */
  readonly createdAt: string;
}

/** Which activities to list. */
export interface ActivityPage {
  /** How many at most: 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `id` of the last one before. Default: from the newest. */
  readonly after?: string | null;
  /** Whether to list failed sign-ins, which are apart: whoever guesses pushes nothing off the list. Default `false`. */
  readonly failed?: boolean;
}

/** The functions of `auth.activityLog`. */
export interface ActivityLogCalls {
  /** What the user who is signed in has done, or what has failed, the newest first. Throws `AdapterError` if the database fails. */
  list(page?: ActivityPage): Promise<readonly Activity[]>;
}

/** The functions of `outside(config).activityLog`. */
export interface OutsideActivityLog {
  /**
   * What a user has done, or what has failed, the newest first: for the support, or a page of the staff. Empty for a user that the database does not
   * have. Throws `AdapterError` if the database fails, and `ConfigError` if the config has no `ActivityLog()`.
   */
  list(userId: string, page?: ActivityPage): Promise<readonly Activity[]>;
}
