/**
 * What every integration does when it is mounted: environment, check, and which requests are the library's.
 *
 * @module
 */

import { type Environment, setEnvDefaults } from "../config/env.ts";
import { setupOf } from "../config/setup.ts";
import type { AuthConfig } from "../config/types.ts";
import { ConfigError } from "../errors.ts";
import { ownsPath } from "../http/incoming.ts";
import type { LoggerInstance } from "../types.ts";

/** A config at its place in a program. */
export interface Mount<C extends AuthConfig> {
  /** The config with what the environment adds to it. */
  readonly config: C;
  /** Origin of the application, if `AUTH_URL` tells: it replaces the one of each request. */
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
  const origin = env.AUTH_URL ? parseOrigin(env.AUTH_URL) : undefined;
  const { basePath, logger } = setupOf(own, origin?.startsWith("https:") ?? false);
  return { config: own, origin, logger, owns: (pathname) => ownsPath(basePath, pathname) };
}

function parseOrigin(url: string): string {
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: "", origin: "" };
  if (protocol === "https:" || protocol === "http:") return origin;
  throw new ConfigError(
    `Cannot use AUTH_URL "${url}": write an http or https URL, such as https://example.com`,
  );
}
