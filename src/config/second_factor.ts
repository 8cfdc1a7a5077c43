/**
 * The option `secondFactor`.
 *
 * @module
 */

import { MissingAdapter } from "../errors/errors.ts";
import type { OptionCheck } from "../errors/checks.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { Limits } from "../model/limits.ts";
import type { SecondFactorRules } from "../model/second_factor.ts";
import { hasSecondFactors, type Store } from "../model/store.ts";

/** How long a device is remembered by default, in seconds: 30 days. */
const REMEMBER_FOR = 2_592_000;

/** The longest `rememberFor`, in seconds: browsers keep no cookie for more than 400 days. */
const LONGEST = 400 * 86_400;

/** Completes the option; `null` without it. @throws {ConfigError} without a database that stores second factors. */
export function secondFactorRules(
  { secondFactor }: Pick<AuthConfig, "secondFactor">,
  { store, limits, now }: {
    readonly store: Store | null;
    readonly limits: Limits;
    readonly now: () => number;
  },
): SecondFactorRules | null {
  if (!secondFactor) return null;
  if (!store) {
    throw new MissingAdapter("Cannot use `secondFactor`: set `adapter`, which stores the second factors");
  }
  if (!hasSecondFactors(store)) {
    throw new MissingAdapter(
      "Cannot use `secondFactor`: the adapter has no `getSecondFactor` and its five siblings, which store second factors. Use " +
        "one of the library, or add these functions of one to yours: `adapter: { ...PrismaAdapter(prisma), " +
        "...securityOf(Postgres(pool)) }`, with `securityOf` of @latchkey/auth/adapters",
    );
  }
  const { required = false, issuer, rememberFor = REMEMBER_FOR } = secondFactor === true ? {} : secondFactor;
  return {
    isRequired: typeof required === "function" ? required : () => required,
    issuer,
    rememberFor: rememberFor * 1000,
    store,
    now,
    limits,
  };
}

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
