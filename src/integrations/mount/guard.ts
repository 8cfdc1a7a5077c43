/**
 * What a guard of a framework needs of the `auth` that a middleware has put into the request.
 *
 * @module
 */

import type { Lacking, Refused } from "./refusal.ts";
import type { RequestAuth } from "./request_auth_types.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { SessionLack, SessionNeed } from "../../values/levels.ts";
import type { Refusal } from "../../values/types.ts";

/**
 * The functions of an `auth` that a guard calls. The `auth` may come from another version of the library. So these functions keep
 * their parameters and results, and a function that is added here is optional.
 */
export interface Guard {
  /** Reads the session, and returns what it lacks. @throws {ConfigError} if nothing can be what is needed. */
  need(need: SessionNeed): Promise<Needed<AuthConfig>>;
  /** Returns the answer to the request as `toRefusal` does, and keeps its form. The origin is that of the request. */
  refuse(refused: Omit<Refused, "origin">, lacking: Lacking): Promise<Refusal | null>;
}

/** A session, and what it lacks. */
export interface Needed<C extends AuthConfig> {
  /** The session; `null` if no one is signed in. */
  readonly session: SessionOf<C> | null;
  /** What it lacks; `null` if it is enough. */
  readonly lack: SessionLack | null;
}

/** Under this key, an `auth` has its `Guard`: the same in each copy of the library. */
export const GUARD: unique symbol = Symbol.for("@latchkey/auth/guard") as never;

/** Returns whether a value is an `auth` of this library. */
export function isRequestAuth(value: unknown): value is RequestAuth {
  return typeof value === "function" && GUARD in value;
}

/** Returns what a guard needs of an `auth`; `undefined` if the value is none. */
export function guardOf(value: unknown): Guard | undefined {
  return isRequestAuth(value) ? (value as RequestAuth & { readonly [GUARD]: Guard })[GUARD] : undefined;
}
