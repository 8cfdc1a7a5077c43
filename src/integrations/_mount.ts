/**
 * What every integration does when it is mounted: environment, check, and which requests are the library's.
 *
 * @module
 */

import { type Environment, setEnvDefaults } from "../config/env.ts";
import { setupOf } from "../config/setup.ts";
import type { AuthConfig } from "../config/types.ts";
import { isOwnPath } from "../http/incoming.ts";
import type { LoggerInstance } from "../types.ts";

/** A config at its place in a program. */
export interface Mount<C extends AuthConfig> {
  /** The config with what the environment adds to it. */
  readonly config: C;
  /** Origin of the application, if the config or `AUTH_URL` says it. */
  readonly origin: string | undefined;
  /** The log. */
  readonly logger: LoggerInstance;
  /** Whether a path is the library's: below `basePath`, segment by segment. */
  owns(pathname: string): boolean;
}

/**
 * Completes a copy of the config from the environment, and checks it.
 *
 * @throws {ConfigError} that says what to write instead.
 */
export function mount<C extends AuthConfig>(config: C, env: Environment): Mount<C> {
  const own = { ...config };
  setEnvDefaults(env, own);
  const setup = setupOf(own, false);
  const { origin, logger } = setup;
  return { config: own, origin, logger, owns: (pathname) => isOwnPath(setup, pathname) };
}
