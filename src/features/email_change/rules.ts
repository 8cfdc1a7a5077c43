/**
 * The rules of the change of an address, for code that only runs with the feature.
 *
 * @module
 */

import { ServerError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { EMAIL_CHANGE, type EmailChangeRules } from "./options.ts";

/**
 * The rules of a setup whose config has the feature: nothing else reaches this code.
 *
 * @throws {ConfigError} if an option is wrong. Not at start: the check would stand in each program that reads sessions.
 */
export function rulesOf({ rules }: Pick<Setup, "rules">): Required<EmailChangeRules> {
  const own = rules.get(EMAIL_CHANGE);
  if (!own) throw new ServerError("Cannot change an address: `features` has no `EmailChange()`");
  const { undoFor = 604_800, store } = own;
  const isTime = typeof undoFor === "number" && undoFor >= 0 && undoFor <= 2_592_000;
  const [mistake] = failedOf([
    ["EmailChange({ undoFor })", !isTime, "write seconds, from 0 to 2592000 (30 days)"],
  ]);
  if (mistake) throw toError(mistake);
  return { undoFor, store };
}
