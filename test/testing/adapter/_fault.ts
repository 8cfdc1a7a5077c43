/**
 * What an adapter can do wrong, as a change to one that is sound.
 *
 * @module
 */

import type { Adapter } from "../../../src/adapters/contract/types.ts";

/** Methods in place of those of a sound adapter. */
export type Change = (sound: Required<Adapter>) => Partial<Adapter>;

/** Changes by what is wrong with them, each with some of the cases that must notice it. */
export type Faults = Readonly<Record<string, readonly [fault: Change, noticed: readonly string[]]>>;

/** All methods, with every value in their arguments changed, and their results. */
export function mapped(
  sound: Required<Adapter>,
  argument: (value: unknown) => unknown,
  result: (value: unknown) => unknown = same,
): Partial<Adapter> {
  return functions(sound);

  function functions(all: object): Partial<Adapter> {
    const entries = Object.entries(all).map(([name, value]) => {
      if (typeof value !== "function") return [name, functions(value)];
      if (name === "beside") return [name, (...args: unknown[]) => functions(value(...args))];
      return [name, async (...args: unknown[]) => result(await value(...args.map(deep)))];
    });
    return Object.fromEntries(entries);
  }

  function deep(value: unknown): unknown {
    const copy = value instanceof Date ? new Date(value) : value;
    const isObject = typeof copy === "object" && copy !== null && !(copy instanceof Date);
    if (!isObject || Array.isArray(copy)) return argument(copy);
    return Object.fromEntries(Object.entries(copy).map(([field, inner]) => [field, deep(inner)]));
  }
}

/** Changes nothing. */
export function same(value: unknown): unknown {
  return value;
}

/** Lets other requests go first. */
export function pause(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
