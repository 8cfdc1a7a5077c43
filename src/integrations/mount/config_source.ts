/**
 * A config, or a function that creates one for each request, for platforms that pass the environment with each request.
 *
 * @module
 */

import { type Mount, type MountOptions, mountWith } from "./mount.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { Environment } from "../../config/env.ts";
import { ConfigError } from "../../errors/errors.ts";
import { toLogger } from "../../config/logger.ts";
import { shareOutages } from "../../config/outages.ts";
import { webPlatform } from "../../platform/platform.ts";
import { setupOf } from "../../config/setup.ts";
import { capabilityOf } from "../../sign_in/capability.ts";
import type { Capabilities } from "../../setup/setup.ts";
import { isA, textOf } from "../../errors/thrown.ts";
import { setNewest } from "../../values/newest.ts";
import type { Awaitable, LoggerInstance } from "../../values/types.ts";
import { createWritten } from "../../config/written.ts";

/** A config, or a function that creates one; the integration says how often. */
export type ConfigSource<C extends AuthConfig, Context> = C | ((context: Context) => Awaitable<C>);

/** The config that a function creates, or the config itself. */
export type ConfigOf<T> = T extends (...params: never[]) => infer R ? Extract<Awaited<R>, AuthConfig>
  : Extract<T, AuthConfig>;

/** The session of a config, or of a function that creates one. */
export type SessionFrom<Config> = Config extends AuthConfig ? SessionOf<Config>
  : Config extends (...values: never[]) => Awaitable<infer C extends AuthConfig> ? SessionOf<C>
  : never;

/** Options of `mountSource`. */
interface SourceOptions<Context> extends MountOptions {
  /** As for `mountWith`. */
  readonly capabilities: Capabilities | undefined;
  /** Name of the function that the application calls, for messages. */
  readonly caller: string;
  /** The environment of a request. */
  env(context: Context): Environment;
}

/**
 * Returns a function that mounts the config at the first request, and returns the same mount for the same config.
 *
 * Configs that a function creates for each request share the metadata and the keys of their providers, and what is known
 * of an outage of their database. The log has each of their warnings once.
 *
 * @throws {ConfigError} at once if there is neither a config nor a function; at each request if the config is invalid, or
 * if the function fails or returns no config.
 */
export function mountSource<C extends AuthConfig, Context>(
  source: ConfigSource<C, Context>,
  { caller, env, ...options }: SourceOptions<Context>,
): (context: Context) => Promise<Mount<C>> {
  assertSource(source, caller);
  const mounts = new WeakMap<AuthConfig, Mount<C>>();
  const shared = createSharing();
  return async (context) => {
    const config = typeof source === "function" ? await create(source, context, caller) : source;
    const known = mounts.get(config);
    if (known) return known;
    const fixed = typeof source === "function" ? { logger: shared.logger(config) } : {};
    if (typeof source === "function" && config.adapter) shareOutages(config.adapter, shared);
    const mounted = mountWith(config, env(context), { ...options, fixed });
    shared.adopt(mounted.config);
    mounts.set(config, mounted);
    return mounted;
  };
}

/**
 * @param caller Name of the function that the application calls.
 * @throws {ConfigError} if something else is in the place of a config.
 */
export function assertSource(source: unknown, caller: string): void {
  const isObject = typeof source === "object" && source !== null;
  if (typeof source === "function" || (isObject && !("fetch" in source || "listen" in source))) return;
  const found = isObject ? "an application" : source;
  throw new ConfigError(
    `Cannot read the config: ${caller} got ${found}: write ${caller}({ providers: […] }), or pass a function that returns ` +
      "such an object",
  );
}

async function create<C extends AuthConfig, Context>(
  source: (context: Context) => Awaitable<C>,
  context: Context,
  caller: string,
): Promise<C> {
  let config: C;
  try {
    config = await source(context);
  } catch (error) {
    const err = isA(error, Error) ? error : new Error(textOf(error));
    throw new ConfigError(
      `Cannot read the config: the function passed to ${caller} failed: ${textOf(error)}`,
      { err },
    );
  }
  if (typeof config === "object" && config !== null) return config;
  throw new ConfigError(
    `Cannot read the config: the function passed to ${caller} returned ${config}: return an object`,
  );
}

/** A log and caches that several copies of a config share. */
export interface Sharing {
  /** A logger that writes each warning, and each mistake in a config, once. */
  logger(config: AuthConfig): LoggerInstance;
  /** Lets the providers of a config use what is cached for those of earlier ones. */
  adopt(config: AuthConfig): void;
}

/** Names kept at most. Configs that depend on the request could make any number of them. */
const MOST = 500;

/** Creates what the copies of a config share: the metadata and keys of providers, and the warnings logged so far. */
export function createSharing(): Sharing {
  const { isNew } = createWritten();
  const keys = new Map<string, object>();
  return {
    logger(config) {
      const logger = toLogger(config, { ...webPlatform, ...config.platform });
      return {
        error: (error) =>
          isA(error, ConfigError) && !isNew(error.name, error.message) ? undefined : logger.error(error),
        warn: (code) => isNew(code.split(":", 1)[0]!, code) ? logger.warn(code) : undefined,
        debug: (message, metadata) => logger.debug(message, metadata),
      };
    },
    adopt(config) {
      for (const scheme of ["http", "https"] as const) {
        for (const provider of setupOf(config, scheme).providers.values()) {
          const code = capabilityOf(provider);
          if (!code?.cacheName) continue;
          const name = code.cacheName(provider);
          const key = keys.get(name) ?? {};
          code.shareCaches?.(provider, key);
          // The one that was used last stays longest.
          setNewest(keys, [name, key], MOST);
        }
      }
    },
  };
}
