/**
 * The log of what staff does, as types.
 *
 * @module
 */

import type { ActivityChanges } from "../../shapes/activity_log.ts";
import type { AdministrationAction, AdministrationOutside } from "../../shapes/administration.ts";
import type { Device } from "../../values/device.ts";

/** What the log has: the functions that change something, `stopActing`, and `exportUsers`, the download of the list. */
export type LoggedAction =
  | Exclude<AdministrationAction, "listUsers" | "getUser" | "listSessions" | "listActions">
  | AdministrationOutside
  | "stopActing"
  | "exportUsers";

/** Something that staff has done, or tried. */
export interface StaffAction {
  /** Its name in the log, for `after`. */
  readonly id: string;
  /** What: the name of the function, or one that a later version has. */
  readonly action: LoggedAction | (string & Record<never, never>);
  /** Id of whom it was done by; `null`: code outside of requests. They may be gone. */
  readonly actorId: string | null;
  /** Id of whom it is about; `null` for no one. They may be gone. */
  readonly userId: string | null;
  /** Why, in the words of staff; `null` if they gave no reason. */
  readonly reason: string | null;
  /**
   * The fields that were changed, each with its value before and after, as JSON has them; `null` for name and picture, which are personal
   * data. `until` is the end of a ban. `null` if it changes no field.
   */
  readonly changes: ActivityChanges | null;
  /**
   * `null` if it was done; `NotDone` if there was nothing to do, such as no such user; the type of the error, such as `AccessDenied`;
   * `Unfinished` while it is done, and for good if the process died amid it: it may be done.
   */
  readonly error: string | null;
  /** Browser and system of whom it was done by; `null` if unknown. */
  readonly device: Device | null;
  /** Where they were, as `location` of the config says it; `null` if it does not. */
  readonly location: string | null;
  /** When, as an ISO 8601 date-time. */
  readonly createdAt: string;
}

/** Which part of the log to list. */
export interface StaffActionsQuery {
  /** Only what is about this user, also one who is gone. Default: about anyone. */
  readonly userId?: string | null;
  /** Only what this user has done. Default: by anyone. */
  readonly actorId?: string | null;
  /** `next` of the part before; absent, `null`, or any other text, for the first one. */
  readonly after?: string | null;
  /** How many at most: 1 to 100. Default 20. */
  readonly limit?: number;
}

/** A part of the log. */
export interface ListedStaffActions {
  /** The newest first. With both `userId` and `actorId`, fewer than `limit`, or none, doesn't mean that this is the last part. */
  readonly actions: readonly StaffAction[];
  /** For the next part; `null` if this is the last. */
  readonly next: string | null;
}

/** Why staff does something. */
export interface StaffReason {
  /** Why, for the log of staff: at most 1000 characters. Default: none. */
  readonly reason?: string | null;
}
