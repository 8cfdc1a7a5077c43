/**
 * The type of a config, by where the sessions are kept.
 *
 * @module
 */

import type { Adapter } from "../adapters/types.ts";
import type { Callbacks, CommonConfig, SessionOptions, StrategyName } from "./types.ts";

/**
 * Configuration of the library. It is never written to, except by `setEnvDefaults`.
 *
 * `AuthConfig<"jwt">` and `AuthConfig<"database">` type `callbacks.session` by where the sessions are kept, so write
 * `satisfies AuthConfig<"jwt">` to use its `token`. In an `AuthConfig` without the strategy both `token` and `user` may be
 * `undefined`, since TypeScript cannot read the strategy from the fields of a config.
 */
export type AuthConfig<Strategy extends StrategyName = StrategyName> = [StrategyName] extends [Strategy]
  ? ConfigOfAnyStrategy
  : {
    readonly jwt: ConfigWithoutAdapter | ConfigWithTokens;
    readonly database: ConfigWithStoredSessions;
  }[Strategy];

/** A config without a database: sessions live in tokens. */
export interface ConfigWithoutAdapter extends CommonConfig {
  /** There is none. */
  readonly adapter?: undefined;
  /** How long sessions last. */
  readonly session?: SessionOptions<"jwt">;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"jwt">;
}

/** A config with users in a database, and sessions in tokens. */
export interface ConfigWithTokens extends CommonConfig {
  /** The application's database. */
  readonly adapter: Adapter;
  /** How sessions are kept, and for how long. */
  readonly session: SessionOptions<"jwt"> & { readonly strategy: "jwt" };
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"jwt">;
}

/** A config with users and sessions in a database. */
export interface ConfigWithStoredSessions extends CommonConfig {
  /** The application's database. With it, sessions are stored by default. */
  readonly adapter: Adapter;
  /** How long sessions last. */
  readonly session?: SessionOptions<"database">;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks<"database">;
}

/** A config whose strategy the type does not say. */
export interface ConfigOfAnyStrategy extends CommonConfig {
  /** The application's database. With it, sessions are stored by default. */
  readonly adapter?: Adapter | undefined;
  /** How sessions are kept, and for how long. */
  readonly session?: SessionOptions | undefined;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks;
}
