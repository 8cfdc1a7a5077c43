/**
 * The rules of the log of activities.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { ServerError } from "../../errors/errors.ts";
import { assertRows, type Store } from "../../model/store.ts";
import type { Setup } from "../../setup/setup.ts";
import { ACTIVITY_LOG, type ActivityLogOptions, type ActivityLogRules } from "./options.ts";

/** The shortest time, in seconds: one day. */
const SHORTEST = 86_400;

/** Completes the options. @throws {ConfigError} if one is wrong, or there is no database for it: a sign-in must not go on unseen. */
export function activityLogRules(
  { keptFor = 7_776_000 }: ActivityLogOptions,
  { store }: { readonly store: Store | null },
): ActivityLogRules {
  const isTime = Number.isFinite(keptFor) && keptFor >= SHORTEST;
  const [mistake] = failedOf([
    ["ActivityLog({ keptFor })", !isTime, `write seconds, at least ${SHORTEST} (one day)`],
  ]);
  if (mistake) throw toError(mistake);
  return { keptFor, store: assertRows(store, "Cannot use `ActivityLog`", "the activities") };
}

/** The rules of a setup whose config has the feature: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): ActivityLogRules {
  const own = rules.get(ACTIVITY_LOG);
  if (!own) throw new ServerError("Cannot use the log of activities: `features` has no `ActivityLog()`");
  return own;
}
