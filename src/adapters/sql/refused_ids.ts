/**
 * The answers about users whom the database cannot have: the application has found them elsewhere, and the columns of ids refuse
 * theirs, because they hold UUIDs or numbers.
 *
 * @module
 */

import type { Dialect } from "./dialect.ts";
import { isRefusedValue } from "./errors.ts";
import type { Adapter } from "../contract/types.ts";

/** What a method says of a user who has nothing: all methods to which the id of a user is the only value. */
const NOTHING = {
  getUser: () => null,
  listAccountsByUserId: () => [],
  listSessionsByUserId: () => [],
  listAuthenticatorsByUserId: () => [],
  deleteSessionsByUserId: () => 0,
} as const satisfies { readonly [Method in keyof Adapter]?: () => unknown };

type Asked = { readonly [Method in keyof typeof NOTHING]: (...args: never[]) => unknown };

/** An adapter that knows of no user whose id the columns refuse. */
export function knowingNoRefused<A extends Asked>(adapter: A, dialect: Pick<Dialect, "complaintOf">): A {
  const methods = Object.entries(NOTHING).map(([method, nothing]) => {
    const ask = adapter[method as keyof Asked] as (...args: unknown[]) => unknown;
    const answer = async (...args: unknown[]) => await orIfRefused(() => ask(...args), nothing, dialect);
    return [method, answer];
  });
  return { ...adapter, ...Object.fromEntries(methods) };
}

/** Does what needs an id, or something else if the columns refuse it. */
export async function orIfRefused<T>(
  ask: () => T | Promise<T>,
  otherwise: () => T | Promise<T>,
  dialect: Pick<Dialect, "complaintOf">,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isRefusedValue(error, dialect)) throw error;
    return await otherwise();
  }
}
