/**
 * The option `providerLogout`.
 *
 * @module
 */

import { ConfigError, MissingAdapter } from "../errors/errors.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { LogoutRulesContext, ProviderLogoutRules } from "../model/provider_logout.ts";
import { hasProviderSessions } from "../model/store.ts";

/**
 * Completes the option.
 *
 * @throws {ConfigError} with `backchannel`, without a database that finds and ends the sessions of a provider.
 */
export function providerLogoutRules(
  { providerLogout }: Pick<AuthConfig, "providerLogout">,
  { store, strategy, generations }: LogoutRulesContext,
): ProviderLogoutRules {
  const backchannel = readBackchannel(providerLogout);
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
  return { backchannel, store: own };
}

/** Reads `backchannel` of the option. @throws {ConfigError} if the option has another type than those allowed. */
function readBackchannel(providerLogout: unknown): boolean {
  if (providerLogout === true) return false;
  if (typeof providerLogout !== "object" || providerLogout === null) {
    throw new ConfigError("Cannot use `providerLogout`: write `true`, or an object with `backchannel`");
  }
  const { backchannel = false } = providerLogout as Partial<Record<string, unknown>>;
  if (typeof backchannel === "boolean") return backchannel;
  throw new ConfigError("Cannot use `providerLogout.backchannel`: write `true` or `false`");
}
