/**
 * Reads the completed options of second factors.
 *
 * @module
 */

import { ServerError } from "../../errors/errors.ts";
import { SECOND_FACTOR, type SecondFactorRules } from "./options.ts";
import type { Setup } from "../../setup/setup.ts";
import type { User } from "../../values/types.ts";

/** The rules of a setup whose config has second factors: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): SecondFactorRules {
  const own = rules.get(SECOND_FACTOR);
  if (own) return own;
  throw new ServerError("Cannot use a second factor: `features` has no `SecondFactor()`");
}

/** Whether a user must have a second factor. @throws {ServerError} if the application cannot say it. */
export async function isRequiredOf(user: User, setup: Pick<Setup, "rules">): Promise<boolean> {
  try {
    return Boolean(await rulesOf(setup).isRequired(user));
  } catch (error) {
    throw new ServerError("Cannot sign in: `SecondFactor({ required })` failed", { err: error as Error });
  }
}

/** The rules, for a change that two requests may both make: a row that is stored although the database has failed counts. */
export function repeatableRulesOf(
  setup: Pick<Setup, "rules">,
): SecondFactorRules & { readonly repeats: true } {
  return { ...rulesOf(setup), repeats: true };
}
