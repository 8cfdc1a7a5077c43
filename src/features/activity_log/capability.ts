/**
 * The code of the log of activities, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { ActivityLogOptions, ActivityLogRules } from "./options.ts";

const lists = once(() => import("./list.ts"));

/** The hooks of the log of activities. */
export const activityLog: Capability = {
  name: "activityLog",
  options: { keptFor: true } satisfies Keys<ActivityLogOptions>,
  rules(options, { store }): ActivityLogRules {
    const owner = assertRows(store, "Cannot use `ActivityLog`", "the activities");
    return { ...options as ActivityLogOptions, store: owner };
  },
  words: () => import("../../messages/activity/en.ts"),
  kinds: () => ["activities"],
  record: later(() => import("./record.ts"), "record"),
  account: async () => (await import("./account.ts")).ACTIVITY_SECTION,
  calls: { list: later(lists, "list") },
  outside: { list: later(lists, "listOf") },
};
