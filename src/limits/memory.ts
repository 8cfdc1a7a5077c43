/**
 * Attempts in the memory of this process, where no database counts them.
 *
 * @module
 */

import type { AdapterAttempts } from "../adapters/types.ts";
import type { AttemptStore } from "../model/store.ts";
import type { Platform } from "../platform/platform.ts";

/** How many counts are kept: the newest. About 10 MB. */
const MOST = 50_000;

/** By clock, and key: an end is a time of one clock. A key has the secret in it, so all applications of a process share a map. */
const memories = new WeakMap<Platform["now"], Map<string, AdapterAttempts>>();

/** Counts in this process. An adapter that is made for each request counts in the same map. */
export function memoryOf({ now: clock }: Pick<Platform, "now">): Pick<
  AttemptStore,
  "countAttempts" | "forgetAttempts"
> {
  const counts = memories.get(clock) ?? new Map<string, AdapterAttempts>();
  memories.set(clock, counts);
  return {
    countAttempts({ now, ...added }) {
      const stored = counts.get(added.key);
      const isOver = !stored || stored.expires <= now;
      const counted = isOver ? added : { ...stored, count: stored.count + added.count };
      counts.delete(added.key);
      counts.set(added.key, counted);
      const [oldest] = counts.keys();
      if (counts.size > MOST && oldest !== undefined) counts.delete(oldest);
      return counted;
    },
    forgetAttempts(key, count = Infinity) {
      const stored = counts.get(key);
      if (!stored) return;
      if (count >= stored.count) counts.delete(key);
      else counts.set(key, { ...stored, count: stored.count - count });
    },
  };
}
