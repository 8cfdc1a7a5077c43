/**
 * A database with something else happening between its calls.
 *
 * Take it to run another request before or after one call. For calls that fail, `_database.ts` has `Fault`.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { seenCalls } from "./_database.ts";

/** A database whose calls can be interrupted. */
export interface Interruptible {
  readonly adapter: Required<Adapter>;
  /** How many calls there were. */
  count: number;
  /** Their names, from the first call on; of rows, function and kind: `find security`. */
  readonly methods: string[];
  /** What happens before, or after, which call. It happens once. */
  interrupt: { call: number; moment: "before" | "after"; run: () => Promise<unknown> } | null;
}

/** Keeps users in memory. */
export function interruptible(): Interruptible {
  const adapter = seenCalls(Memory(), async (method, call) => {
    const index = state.count++;
    state.methods.push(method);
    await run(index, "before");
    const result = await call();
    await run(index, "after");
    return result;
  });
  const state: Interruptible = { adapter, count: 0, methods: [], interrupt: null };
  return state;

  async function run(index: number, moment: "before" | "after"): Promise<void> {
    const { interrupt } = state;
    if (interrupt?.call !== index || interrupt.moment !== moment) return;
    state.interrupt = null;
    await interrupt.run();
  }
}
