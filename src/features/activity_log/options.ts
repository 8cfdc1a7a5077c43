/**
 * The options of the log of activities, and the rules that come of them.
 *
 * @module
 */

import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";

/** The options of the log of activities. */
export interface ActivityLogOptions {
  /** How long an activity is kept, in seconds: at least 86 400 (one day). Default 7 776 000 (90 days). */
  readonly keptFor?: number;
}

/** Names the rules of the log of activities. */
export const ACTIVITY_LOG: Key<ActivityLogRules> = { name: "activityLog" };

/** The options, as the application has written them, and what they need: `rules.ts` checks them. */
export interface ActivityLogRules extends ActivityLogOptions {
  /** The database. */
  readonly store: RowStore;
}
