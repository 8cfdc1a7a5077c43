/**
 * The rules of user names, for code that only runs with the feature.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { ServerError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { USER_NAMES, type UserNamesRules } from "./options.ts";

/** A year, in seconds. */
const YEAR = 31_536_000;

/**
 * The rules of a setup whose config has the feature: nothing else reaches this code.
 *
 * @throws {ConfigError} if an option is wrong. Not at start: the check would stand in each program that reads sessions.
 */
export function rulesOf({ rules }: Pick<Setup, "rules">): Required<UserNamesRules> {
  const own = rules.get(USER_NAMES);
  if (!own) throw new ServerError("Cannot use user names: `features` has no `UserNames()`");
  const {
    address = "required",
    minLength = 3,
    maxLength = 30,
    reserved = [],
    renameAfter = 2_592_000,
    store,
  } = own;
  const isList = Array.isArray(reserved) && reserved.every((name) => typeof name === "string");
  const [mistake] = failedOf([
    [
      "UserNames({ address })",
      !["required", "optional"].includes(address),
      'write "required" or "optional"',
    ],
    [
      "UserNames({ minLength })",
      !isIn(minLength, 1, 30) || minLength % 1 !== 0,
      "write a number from 1 to 30",
    ],
    [
      "UserNames({ maxLength })",
      !isIn(maxLength, minLength, 60) || maxLength % 1 !== 0,
      "write a number from `minLength` to 60",
    ],
    ["UserNames({ reserved })", !isList, 'write a list of names, such as `["acme"]`'],
    ["UserNames({ renameAfter })", !isIn(renameAfter, 0, YEAR), "write seconds, from 0 to 31536000 (a year)"],
  ]);
  if (mistake) throw toError(mistake);
  return { address, minLength, maxLength, reserved, renameAfter, store };
}

function isIn(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most;
}
