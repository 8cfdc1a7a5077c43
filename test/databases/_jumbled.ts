/**
 * A database whose calls overlap as a seed says, for what happens at the same time.
 *
 * @module
 */

import { setImmediate as pause } from "node:timers/promises";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Random } from "../_random.ts";

/** A database whose calls take turns as the seed says, and fail now and then. */
export function jumbled(
  adapter: Adapter,
  { below, chance }: Random,
): { readonly adapter: Adapter; fails: boolean } {
  const state = { fails: false, adapter: {} as Adapter };
  const wait = async () => {
    for (let turns = below(4); turns > 0; turns--) await pause();
  };
  const jumble = <Own extends object>(own: Own): Own =>
    new Proxy(own, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "beside") return (...rows: unknown[]) => jumble(Reflect.apply(method, target, rows));
        return async (...args: unknown[]) => {
          await wait();
          if (state.fails && chance(0.02)) throw new Error("the connection was lost before the call");
          const result = await Reflect.apply(method, target, args);
          if (state.fails && chance(0.02)) throw new Error("the connection was lost after the call");
          await wait();
          return result;
        };
      },
      has: (target, name) => Reflect.has(target, name),
    });
  state.adapter = jumble(adapter);
  return state;
}

/** Another tab of the same browser has made another page of it. */
export function unlessGone(error: Error): undefined {
  if (!/^Cannot (?:submit the form|press)/.test(error.message)) throw error;
}
