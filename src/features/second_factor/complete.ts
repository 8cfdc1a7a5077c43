/**
 * Checks the options of second factors, and completes them.
 *
 * @module
 */

import { failedOf, type OptionCheck } from "../../errors/checks.ts";
import type { SecondFactorOptions, SecondFactorRules } from "./options.ts";
import { toError } from "../../config/session_check.ts";
import type { Limits } from "../../model/limits.ts";
import type { SessionSetup } from "../../setup/session_setup.ts";
import { assertRows } from "../../model/store.ts";

/** How long a device is remembered by default, in seconds: 30 days. */
const REMEMBER_FOR = 2_592_000;

/** The longest `rememberFor`, in seconds: browsers keep no cookie for more than 400 days. */
const LONGEST = 400 * 86_400;

/** Completes the options. @throws {ConfigError} if they are not valid, or without a database that stores second factors. */
export function secondFactorRules(
  options: unknown,
  { store, platform: { now } }: SessionSetup,
  limits: Limits,
): SecondFactorRules {
  const [mistake] = failedOf(checksOf(options));
  if (mistake) throw toError(mistake);
  const owner = assertRows(store, "Cannot use `SecondFactor`", "the second factors");
  const { required = false, issuer, rememberFor = REMEMBER_FOR }: SecondFactorOptions = Object(options);
  return {
    isRequired: typeof required === "function" ? required : () => required,
    issuer,
    rememberFor: rememberFor * 1000,
    store: owner,
    now,
    limits,
  };
}

/** The rules of the options that types cannot express. */
function checksOf(options: unknown): readonly OptionCheck[] {
  const isObject = typeof options === "object" && options !== null;
  const { required, issuer, rememberFor }: Partial<Record<string, unknown>> = Object(options);
  return [
    ["SecondFactor", !isObject, "call it with an object with `required`, `issuer` or `rememberFor`"],
    [
      "SecondFactor({ required })",
      required !== undefined && typeof required !== "boolean" && typeof required !== "function",
      "write `true`, `false`, or a function of the user",
    ],
    [
      "SecondFactor({ issuer })",
      issuer !== undefined && (typeof issuer !== "string" || issuer === "" || issuer.includes(":")),
      "write the name of the application as text without a colon",
    ],
    [
      "SecondFactor({ rememberFor })",
      rememberFor !== undefined &&
      !(typeof rememberFor === "number" && rememberFor >= 0 && rememberFor <= LONGEST),
      `write seconds, from 0 to ${LONGEST} (400 days)`,
    ],
  ];
}
