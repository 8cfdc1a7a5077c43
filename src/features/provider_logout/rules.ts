/**
 * The options of the logout at providers.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { ProviderLogoutRules } from "../../model/provider_logout.ts";
import { assertRows, hasRows, type Store } from "../../model/store.ts";

/**
 * Completes the options.
 *
 * @throws {ConfigError} with `backchannel`, without a database that finds and ends the sessions of a provider.
 */
export function providerLogoutRules(
  options: unknown,
  { store }: { readonly store: Store | null },
): ProviderLogoutRules {
  const backchannel = readBackchannel(options);
  if (!backchannel) return { backchannel, store: hasRows(store) ? store : null };
  const what = "Cannot use `ProviderLogout({ backchannel })`";
  return { backchannel, store: assertRows(store, what, "which sessions began at a provider") };
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
