/**
 * The answers about users whom the database cannot have: the application has found them elsewhere, and the columns of ids refuse
 * theirs, because they hold UUIDs or numbers.
 *
 * @module
 */

import type { Dialect } from "./dialect.ts";
import { isRefusedValue } from "./errors.ts";
import type { Adapter } from "../contract/types.ts";

/** The answer of each method that looks for what belongs to a user, where there is no such user. */
const NOTHING = {
  getUser: () => null,
  listUsers: () => ({ users: [], next: null }),
  listAccountsByUserId: () => [],
  listSessionsByUserId: () => [],
  listAuthenticatorsByUserId: () => [],
  deleteSessionsByUserId: () => 0,
} as const satisfies { readonly [Method in keyof Adapter]?: () => unknown };

type Asked = { readonly [Method in keyof typeof NOTHING]: (...args: never[]) => unknown };

/** Answers for an id that the columns refuse as for one that no user has. */
export function answerRefusedIds<A extends Asked>(adapter: A, dialect: Pick<Dialect, "complaintOf">): A {
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
