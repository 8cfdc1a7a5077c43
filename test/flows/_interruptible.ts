/**
 * A database with something else happening between its calls.
 *
 * Take it to run another request before or after one call. For calls that fail, `_database.ts` has `Fault`.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";

/** A database whose calls can be interrupted. */
export interface Interruptible {
  readonly adapter: Required<Adapter>;
  /** How many calls there were. */
  count: number;
  /** Their names, from the first call on. */
  readonly methods: string[];
  /** What happens before, or after, which call. It happens once. */
  interrupt: { call: number; moment: "before" | "after"; run: () => Promise<unknown> } | null;
}

/** Keeps users in memory. */
export function interruptible(): Interruptible {
  const inner = Memory();
  const state: Interruptible = { adapter: {} as Required<Adapter>, count: 0, methods: [], interrupt: null };
  for (const [method, call] of Object.entries(inner) as [string, (...args: never[]) => unknown][]) {
    const watched = async (...args: never[]) => {
      const index = state.count++;
      state.methods.push(method);
      await run(index, "before");
      const result = await call(...args);
      await run(index, "after");
      return result;
    };
    Object.assign(state.adapter, { [method]: watched });
  }
  return state;

  async function run(index: number, moment: "before" | "after"): Promise<void> {
    const { interrupt } = state;
    if (interrupt?.call !== index || interrupt.moment !== moment) return;
    state.interrupt = null;
    await interrupt.run();
  }
}
