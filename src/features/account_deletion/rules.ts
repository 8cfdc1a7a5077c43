/**
 * Checks the options of the deletion of accounts, and completes them.
 *
 * @module
 */

import { failedOf } from "../../errors/checks.ts";
import { MissingAdapterMethods, ServerError } from "../../errors/errors.ts";
import { toError } from "../../config/session_check.ts";
import { assertRows } from "../../model/store.ts";
import type { SessionSetup } from "../../setup/session_setup.ts";
import type { Setup } from "../../setup/setup.ts";
import {
  ACCOUNT_DELETION,
  type AccountDeletionOptions,
  type AccountDeletionRules,
  type DeletionStore,
} from "./options.ts";

/** The longest grace period, in seconds: 30 days. Users may ask that they are erased within a month (Art. 12 GDPR). */
const LONGEST = 2_592_000;

/** Completes the options. @throws {ConfigError} if they are not valid, or without a database that can end and remove a user. */
export function accountDeletionRules(
  options: unknown,
  { store, strategy, platform: { now } }: SessionSetup,
): AccountDeletionRules {
  const { gracePeriod = 1_209_600, erase = () => {} }: AccountDeletionOptions = Object(options);
  const isTime = typeof gracePeriod === "number" && gracePeriod >= 0 && gracePeriod <= LONGEST;
  const [mistake] = failedOf([
    ["AccountDeletion({ gracePeriod })", !isTime, `write seconds, from 0 to ${LONGEST} (30 days)`],
    ["AccountDeletion({ erase })", typeof erase !== "function", "write a function of the user"],
  ]);
  if (mistake) throw toError(mistake);
  const owner = assertRows(store, "Cannot use `AccountDeletion`", "the deletions");
  const missing = (["deleteUser", ...strategy === "jwt" ? [] : ["deleteSessionsByUserId"] as const] as const)
    .find((method) => !owner[method]);
  if (missing) {
    throw new MissingAdapterMethods(`Cannot use \`AccountDeletion\`: the adapter has no \`${missing}\``);
  }
  return { gracePeriod, erase, store: owner as DeletionStore, now };
}

/** The rules of a setup whose config has the feature: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): AccountDeletionRules {
  const own = rules.get(ACCOUNT_DELETION);
  if (own) return own;
  throw new ServerError("Cannot delete an account: `features` has no `AccountDeletion()`");
}
