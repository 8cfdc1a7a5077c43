/**
 * The option `secondFactor`.
 *
 * @module
 */

import type { AdapterSecondFactor } from "../adapters/types.ts";
import { MissingAdapter, ServerError } from "../errors/errors.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { noSecondFactor, SECOND_FACTOR, type SecondFactorRules } from "../model/second_factor.ts";
import { hasSecondFactors } from "../model/store.ts";
import type { Factor, Freshness } from "../setup/account_section.ts";
import type { RulesContext, Setup } from "../setup/setup.ts";
import { entry, type Key, typedMap } from "../values/typed_map.ts";

/** How long a device is remembered by default, in seconds: 30 days. */
const REMEMBER_FOR = 2_592_000;

/** Completes the option. @throws {ConfigError} without a database that stores second factors. */
export function secondFactorRules(
  { secondFactor }: Pick<AuthConfig, "secondFactor">,
  { store, limits, platform: { now } }: RulesContext,
): SecondFactorRules {
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
  const { required = false, issuer, rememberFor = REMEMBER_FOR } = typeof secondFactor === "object"
    ? secondFactor
    : {};
  return {
    isRequired: typeof required === "function" ? required : () => required,
    issuer,
    rememberFor: rememberFor * 1000,
    store,
    now,
    limits,
  };
}

/** The rules of a setup whose config has second factors: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): SecondFactorRules {
  const own = rules.get(SECOND_FACTOR);
  if (own) return own;
  throw new ServerError("Cannot use a second factor: the config has no `secondFactor`");
}

/** Names the row of a user. */
const ROW: Key<AdapterSecondFactor> = { name: "secondFactor" };

/** Reads what a user may prove. */
export async function readFactor(userId: string, setup: Pick<Setup, "rules">): Promise<Factor> {
  const row = await rulesOf(setup).store.getSecondFactor(userId) ?? noSecondFactor(userId);
  return { isOn: row.enabledAt !== null, path: "second-factor", stored: entry(ROW, row) };
}

/** The row of a user, as the request has read it. */
export function rowOf({ factors }: Pick<Freshness, "factors">): AdapterSecondFactor | null {
  return typedMap(factors.map(({ stored }) => stored)).get(ROW);
}
