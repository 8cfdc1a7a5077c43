/**
 * Faults of adapters that count attempts.
 *
 * @module
 */

import type { AdapterAttempts } from "../../../src/adapters/contract/types.ts";
import { type Faults, pause } from "./_fault.ts";

const ADDS = "countAttempts() begins with what it is given, and then adds to it";
const ANEW = "countAttempts() begins anew when the attempts have ended";
const PARALLEL = "countAttempts() counts 100 attempts at the same time, each once";
const FORGETS = "forgetAttempts() takes back as many as it is told, or all";

/** Each with the cases that must notice it. */
export const ATTEMPT_FAULTS: Faults = {
  "countAttempts() reads, waits and writes": [
    () => {
      const stored = new Map<string, AdapterAttempts>();
      return {
        async countAttempts({ now, ...added }) {
          const before = stored.get(added.key);
          await pause();
          const isOver = !before || before.expires <= now;
          const counted = isOver ? added : { ...before, count: before.count + added.count };
          stored.set(added.key, counted);
          return counted;
        },
        forgetAttempts: (key) => void stored.delete(key),
      };
    },
    [PARALLEL],
  ],
  "countAttempts() moves the end with each attempt": [
    (sound) => ({
      async countAttempts(attempts) {
        const { count } = await sound.countAttempts(attempts);
        return { key: attempts.key, count, expires: attempts.expires };
      },
    }),
    [ADDS, ANEW],
  ],
  "countAttempts() never begins anew": [
    (sound) => ({ countAttempts: (attempts) => sound.countAttempts({ ...attempts, now: new Date(0) }) }),
    [ANEW],
  ],
  "countAttempts() counts one, whatever it is told": [
    (sound) => ({ countAttempts: (attempts) => sound.countAttempts({ ...attempts, count: 1 }) }),
    [ADDS],
  ],
  "countAttempts() counts all keys together": [
    (sound) => ({
      async countAttempts(attempts) {
        return { ...await sound.countAttempts({ ...attempts, key: "all" }), key: attempts.key };
      },
    }),
    [ADDS],
  ],
  "forgetAttempts() does nothing": [() => ({ forgetAttempts: () => {} }), [FORGETS]],
  "forgetAttempts() removes all, whatever it is told": [
    (sound) => ({ forgetAttempts: (key) => sound.forgetAttempts(key) }),
    [FORGETS],
  ],
};
