/**
 * Why a field of a config is missing, as far as the environment tells.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";

/** Sentences that explain, from the environment, why a field of the config is missing. */
interface EnvHints {
  /** Why the secret is missing. */
  readonly secret?: string | undefined;
  /** Why the URL of the application, or the trust in the host, is missing. */
  readonly host?: string | undefined;
}

const hints = new WeakMap<AuthConfig, EnvHints>();

/** Notes the hints for a config that `setEnvDefaults` fills in. */
export function setEnvHints(config: AuthConfig, own: EnvHints): void {
  hints.set(config, own);
}

/** The hints for a config that `setEnvDefaults` has filled in; `null` for any other. */
export function envHintsOf(config: AuthConfig): EnvHints | null {
  return hints.get(config) ?? null;
}
