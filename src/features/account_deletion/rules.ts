/**
 * The rules of the deletion of accounts, for code that only runs with the feature.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { ServerError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { ACCOUNT_DELETION, type AccountDeletionRules } from "./options.ts";

/** The longest grace period, in seconds: 30 days. Users may ask that they are erased within a month (Art. 12 GDPR). */
const LONGEST = 2_592_000;

/**
 * The rules of a setup whose config has the feature: nothing else reaches this code.
 *
 * @throws {ConfigError} if an option is wrong. Not at start: the checks would stand in each program that reads sessions.
 */
export function rulesOf(
  { rules, platform: { now } }: Pick<Setup, "rules" | "platform">,
): AccountDeletionRules {
  const own = rules.get(ACCOUNT_DELETION);
  if (!own) throw new ServerError("Cannot delete an account: `features` has no `AccountDeletion()`");
  const { gracePeriod = 1_209_600, erase = () => {}, store } = own;
  const isTime = typeof gracePeriod === "number" && gracePeriod >= 0 && gracePeriod <= LONGEST;
  const [mistake] = failedOf([
    ["AccountDeletion({ gracePeriod })", !isTime, `write seconds, from 0 to ${LONGEST} (30 days)`],
    ["AccountDeletion({ erase })", typeof erase !== "function", "write a function of the user"],
  ]);
  if (mistake) throw toError(mistake);
  return { gracePeriod, erase, store, now };
}
