/**
 * The rules of the log of activities, for code that only runs with the feature.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { ServerError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { ACTIVITY_LOG, type ActivityLogRules } from "./options.ts";

/** The shortest time, in seconds: one day. */
const SHORTEST = 86_400;

/**
 * The rules of a setup whose config has the feature: nothing else reaches this code.
 *
 * @throws {ConfigError} if an option is wrong. Not at start: the checks would stand in each program that reads sessions.
 */
export function rulesOf({ rules }: Pick<Setup, "rules">): Required<ActivityLogRules> {
  const own = rules.get(ACTIVITY_LOG);
  if (!own) throw new ServerError("Cannot use the log of activities: `features` has no `ActivityLog()`");
  const { keptFor = 7_776_000, store } = own;
  const isTime = Number.isFinite(keptFor) && keptFor >= SHORTEST;
  const [mistake] = failedOf([
    ["ActivityLog({ keptFor })", !isTime, `write seconds, at least ${SHORTEST} (one day)`],
  ]);
  if (mistake) throw toError(mistake);
  return { keptFor, store };
}
