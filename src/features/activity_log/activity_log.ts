/**
 * The feature of the log of activities.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { ActivityLogCalls, OutsideActivityLog } from "../../shapes/activity_log.ts";
import { activityLog } from "./capability.ts";
import type { ActivityLogOptions } from "./options.ts";

/** The feature, with the functions of `auth.activityLog` and `outside(config).activityLog`. */
export interface ActivityLogFeature
  extends
    Feature<"activityLog", ActivityLogOptions>,
    WithFunctions<"activityLog", object, ActivityLogCalls, OutsideActivityLog> {}

/**
 * Keeps what users do with their account, and what others try: sign-ins, failed ones too, and changes of how they get in. Users see it
 * on the account page. Needs an `adapter`, and `AccountPage()` for the page.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { ActivityLog } from "@latchkey/auth/activity-log";
 *
 * const config = { features: [ActivityLog({ keptFor: 30 * 86_400 })] };
 * console.log(config.features.map(({ name }) => name)); // ["activityLog"]
 * ```
 */
export function ActivityLog(options: ActivityLogOptions = {}): ActivityLogFeature {
  return toFeature("activityLog", options, activityLog);
}
