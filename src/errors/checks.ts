/**
 * Checks of options as lists, which the library, its command and the page of the messages read alike; and the refusal of a
 * provider.
 *
 * @module
 */

import { ConfigError } from "./errors.ts";
import { isA } from "./thrown.ts";

/**
 * A check of an option: its name, whether its value is wrong, and what to write instead. The advice of a value that is
 * right has no meaning.
 */
export type OptionCheck = readonly [field: string, isWrong: boolean, advice: string];

/** Returns the checks that found a mistake, in their order. */
export function failedOf(checks: readonly OptionCheck[]): readonly OptionCheck[] {
  return checks.filter(([, isWrong]) => isWrong);
}

/**
 * Refuses a provider of the config.
 *
 * @param reason What is wrong with it, and what to write.
 * @param Kind The error. Default: `ConfigError`.
 * @throws {ConfigError} always.
 */
export function failProvider(
  { id: provider }: { readonly id: string },
  reason: string,
  Kind: new (message: string, cause: { readonly provider: string }) => ConfigError = ConfigError,
): never {
  throw new Kind(`${unusable(provider)}: ${reason}`, { provider });
}

/** How the message about a provider of the config begins. */
export function unusable(id: string): string {
  return `Cannot use provider "${id}"`;
}

/** Returns the error of a provider that lacks a setting, or has one that is not usable: it is switched off. */
export function orIncomplete<T>(complete: () => T): T | ConfigError {
  try {
    return complete();
  } catch (error) {
    if (isA(error, ConfigError)) return error;
    throw error;
  }
}
