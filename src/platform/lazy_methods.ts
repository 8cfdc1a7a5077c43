/**
 * Functions whose code is loaded at the first call, such as those of a database.
 *
 * @module
 */

import { once } from "./once.ts";

/** Returns functions that are those of `load`, by the names of some that `own` has. */
export function lazyMethods<T extends object, N extends keyof T & string>(
  own: T,
  names: readonly N[],
  load: () => Promise<T>,
): Pick<T, N> {
  const loading = once(load) as () => Promise<unknown> as () => Promise<Methods>;
  const has = names.filter((name) => own[name]);
  return Object.fromEntries(
    has.map((name) => [name, async (...given: unknown[]) => await (await loading())[name]!(...given)]),
  ) as unknown as Pick<T, N>;
}

type Methods = Readonly<Record<string, (...given: unknown[]) => unknown>>;
