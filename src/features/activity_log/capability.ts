/**
 * The code of the log of activities, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { entry } from "../../values/typed_map.ts";
import { activityLogRules } from "./rules.ts";
import { ACTIVITY_LOG, type ActivityLogOptions } from "./options.ts";

const lists = once(() => import("./list.ts"));

/** The hooks of the log of activities. */
export const activityLog: Capability = {
  name: "activityLog",
  options: { keptFor: true } satisfies Keys<ActivityLogOptions>,
  rules: (options, setup) => entry(ACTIVITY_LOG, activityLogRules(options as ActivityLogOptions, setup)),
  words: () => import("../../messages/activity/en.ts"),
  kinds: () => ["activities"],
  record: async (...happened) => await (await import("./record.ts")).record(...happened),
  account: async () => (await import("./account.ts")).ACTIVITY_SECTION,
  calls: { list: async (...called) => await (await lists()).list(...called) },
  outside: { list: async (...called) => await (await lists()).listOf(...called) },
};
