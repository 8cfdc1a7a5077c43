/**
 * The options of the logout at providers.
 *
 * @module
 */

import { ConfigError, MissingAdapter } from "../../errors/errors.ts";
import type { LogoutRulesContext, ProviderLogoutRules } from "../../model/provider_logout.ts";
import { hasProviderSessions } from "../../model/store.ts";

/**
 * Completes the options.
 *
 * @throws {ConfigError} with `backchannel`, without a database that finds and ends the sessions of a provider.
 */
export function providerLogoutRules(
  options: unknown,
  { store, strategy, generations }: LogoutRulesContext,
): ProviderLogoutRules {
  const backchannel = readBackchannel(options);
  const own = hasProviderSessions(store) ? store : null;
  if (!backchannel) return { backchannel, store: own };
  if (!store) {
    throw new MissingAdapter(
      "Cannot use `ProviderLogout({ backchannel })`: set `adapter`, which stores which sessions began at a provider",
    );
  }
  if (!own || (strategy === "jwt" && !generations)) {
    throw new MissingAdapter(
      "Cannot use `ProviderLogout({ backchannel })`: the adapter has no `getProviderSession` and its three siblings, or with sessions in " +
        "tokens no `getSecurity` and `setSecurity`. Use one of the library, or add these functions of one to yours: `adapter: " +
        "{ ...PrismaAdapter(prisma), ...securityOf(Postgres(pool)) }`, with `securityOf` of @latchkey/auth/adapters",
    );
  }
  return { backchannel, store: own };
}

/** Reads `backchannel`. @throws {ConfigError} if the options have another type than those allowed. */
function readBackchannel(options: unknown): boolean {
  if (typeof options !== "object" || options === null) {
    throw new ConfigError("Cannot use `ProviderLogout`: call it with an object with `backchannel`");
  }
  const { backchannel = false } = options as Partial<Record<string, unknown>>;
  if (typeof backchannel === "boolean") return backchannel;
  throw new ConfigError("Cannot use `ProviderLogout({ backchannel })`: write `true` or `false`");
}
