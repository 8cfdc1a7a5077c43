/**
 * The option `secondFactor`.
 *
 * @module
 */

import type { OptionCheck } from "../errors/checks.ts";

/** The longest `rememberFor`, in seconds: browsers keep no cookie for more than 400 days. */
const LONGEST = 400 * 86_400;

/** The rules of the option that types cannot express. */
export function secondFactorChecks(secondFactor: unknown): readonly OptionCheck[] {
  if (secondFactor === undefined || typeof secondFactor === "boolean") return [];
  const isObject = typeof secondFactor === "object" && secondFactor !== null;
  const { required, issuer, rememberFor } = (isObject ? secondFactor : {}) as Partial<
    Record<string, unknown>
  >;
  return [
    ["secondFactor", !isObject, "write `true`, or an object with `required`, `issuer` or `rememberFor`"],
    [
      "secondFactor.required",
      required !== undefined && typeof required !== "boolean" && typeof required !== "function",
      "write `true`, `false`, or a function of the user",
    ],
    [
      "secondFactor.issuer",
      issuer !== undefined && (typeof issuer !== "string" || issuer === "" || issuer.includes(":")),
      "write the name of the application as text without a colon",
    ],
    [
      "secondFactor.rememberFor",
      rememberFor !== undefined &&
      !(typeof rememberFor === "number" && rememberFor >= 0 && rememberFor <= LONGEST),
      `write seconds, from 0 to ${LONGEST} (400 days)`,
    ],
  ];
}
