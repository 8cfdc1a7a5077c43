/**
 * The type of a config. It gives `callbacks.session` the parameters of the strategy that the config has.
 *
 * TypeScript picks the members of a union that agree with what an object literal leaves out. A literal without `adapter`
 * keeps its sessions in tokens; one with `adapter` and without `session` stores them. But TypeScript does not look into
 * a call, such as `adapter: Memory()`: it would keep members of both kinds, find two types for the parameters of
 * `callbacks.session`, and make them `any`. So the union has members of two kinds. A config has to fit one of the
 * `Config…` members. No object fits a `Hint…` member: it only gives the parameters a type.
 *
 * A hint lacks a method that every object has. A literal leaves these methods out, too, so TypeScript prefers the hints
 * to the `Config…` members, and of two hints the one that lacks more. It compares the properties in the order in which
 * they are declared: in each member `adapter` and `session` come before the methods.
 *
 * @module
 */

import type { Adapter } from "../adapters/types.ts";
import type { Callbacks, CommonConfig, SessionOptions, StrategyName } from "./types.ts";

/**
 * Configuration of the library. It is never written to, except by `setEnvDefaults`.
 *
 * `callbacks.session` has a `token` if the config has no `adapter`, and a `user` if it has one and no `session`. With
 * both, TypeScript cannot see the strategy, and each of the two may be `undefined`. It does not see an adapter that comes
 * from a spread either. Name the strategy there: `satisfies AuthConfig<"jwt">` or `satisfies AuthConfig<"database">`.
 *
 * To extend it, or to use it with `Partial` or `Omit`, take {@linkcode ConfigOfAnyStrategy}.
 */
export type AuthConfig<Strategy extends StrategyName = StrategyName> = [StrategyName] extends [Strategy] ?
    | (ConfigWithoutAdapter & ObjectMethods)
    | (ConfigWithTokens & ObjectMethods)
    | (ConfigWithStoredSessions & ObjectMethods)
    | (ConfigOfAnyStrategy & ObjectMethods)
    | HintWithoutAdapter
    | HintWithAdapter
    | HintWithSessionOptions
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

/**
 * A config whose strategy is known only when the program runs. Unlike `AuthConfig` it is an interface, which others can
 * extend, and `Partial` and `Omit` can change.
 */
export interface ConfigOfAnyStrategy extends CommonConfig {
  /** The application's database. With it, sessions are stored by default. */
  readonly adapter?: Adapter | undefined;
  /** How sessions are kept, and for how long. */
  readonly session?: SessionOptions | undefined;
  /** Decisions of the application. */
  readonly callbacks?: Callbacks;
}

/** Three methods that every object has. */
export interface ObjectMethods {
  /** Method of every object. */
  valueOf(): object;
  /** Method of every object. */
  toLocaleString(): string;
  /** Method of every object. */
  isPrototypeOf(value: object): boolean;
}

/** Fits no object. Gives types to the callbacks of a config without `adapter`. */
export interface HintWithoutAdapter extends CommonConfig, Omit<ObjectMethods, "valueOf"> {
  /** Left out. */
  readonly adapter?: undefined;
  /** May be set. */
  readonly session?: SessionOptions<"jwt">;
  /** Their types. */
  readonly callbacks?: Callbacks<"jwt">;
  /** Contradicts every object. */
  readonly valueOf?: undefined;
}

/** Fits no object. Gives types to the callbacks of a config with `adapter`, and without `session`. */
export interface HintWithAdapter extends CommonConfig, Pick<ObjectMethods, "isPrototypeOf"> {
  /** Set. */
  readonly adapter: Adapter;
  /** Left out. */
  readonly session?: undefined;
  /** Their types. */
  readonly callbacks?: Callbacks<"database">;
  /** Contradicts every object. */
  readonly valueOf?: undefined;
  /** Contradicts every object. */
  readonly toLocaleString?: undefined;
}

/** Fits no object. Gives types to the callbacks of a config with `adapter` and `session`. */
export interface HintWithSessionOptions extends CommonConfig {
  /** Set. */
  readonly adapter: Adapter;
  /** Set. */
  readonly session: SessionOptions;
  /** Their types. */
  readonly callbacks?: Callbacks;
  /** Contradicts every object. */
  readonly valueOf?: undefined;
  /** Contradicts every object. */
  readonly toLocaleString?: undefined;
  /** Contradicts every object. */
  readonly isPrototypeOf?: undefined;
}
