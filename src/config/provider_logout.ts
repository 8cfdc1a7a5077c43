/**
 * The option `providerLogout`.
 *
 * @module
 */

import { MissingAdapter } from "../errors/errors.ts";
import type { OptionCheck } from "../errors/checks.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { ProviderLogoutRules } from "../model/provider_logout.ts";
import type { Generations } from "../model/session.ts";
import { assertTokenStore, hasProviderSessions, type Store } from "../model/store.ts";

/**
 * Completes the option; `null` without it.
 *
 * @throws {ConfigError} with `backchannel`, without a database that finds and ends the sessions of a provider.
 */
export function providerLogoutRules(
  { providerLogout }: Pick<AuthConfig, "providerLogout">,
  { store, strategy, generations }: {
    readonly store: Store | null;
    readonly strategy: "jwt" | "database";
    readonly generations: Generations | null;
  },
): ProviderLogoutRules | null {
  if (!providerLogout) return null;
  const { backchannel = false } = providerLogout === true ? {} : providerLogout;
  const own = hasProviderSessions(store) ? store : null;
  if (!backchannel) return { backchannel, store: own };
  if (!store) {
    throw new MissingAdapter(
      "Cannot use `providerLogout.backchannel`: set `adapter`, which stores which sessions began at a provider",
    );
  }
  if (!own || (strategy === "jwt" && !generations)) {
    throw new MissingAdapter(
      "Cannot use `providerLogout.backchannel`: the adapter has no `getProviderSession` and its three siblings, or with sessions in " +
        "tokens no `getSecurity` and `setSecurity`. Use one of the library, or add these functions of one to yours: `adapter: " +
        "{ ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) }`, with `securityOf` of @latchkey/auth/adapters",
    );
  }
  // Each logout token counts once.
  assertTokenStore(store);
  return { backchannel, store: own };
}

/** The rules of the option that types cannot express. */
export function providerLogoutChecks(providerLogout: unknown): readonly OptionCheck[] {
  if (providerLogout === undefined || typeof providerLogout === "boolean") return [];
  const isObject = typeof providerLogout === "object" && providerLogout !== null;
  const { backchannel } = (isObject ? providerLogout : {}) as Partial<Record<string, unknown>>;
  return [
    ["providerLogout", !isObject, "write `true`, or an object with `backchannel`"],
    [
      "providerLogout.backchannel",
      backchannel !== undefined && typeof backchannel !== "boolean",
      "write `true` or `false`",
    ],
  ];
}
