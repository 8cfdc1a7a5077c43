/**
 * Counted attempts in Deno KV.
 *
 * @module
 */

import { commit, dropAttempts, type KvAtomic, putAttempts, repeat } from "./entries.ts";
import type { KvDatabase } from "./queries.ts";
import type { Adapter, AdapterAttempts } from "../contract/types.ts";

/** How often a count is tried: of concurrent ones, one succeeds each time, and a stranger sends as many as they like. */
const MAX_TRIES = 1000;

/** The methods of the adapter for them. */
export function attemptsIn({ kv, keys }: KvDatabase) {
  /** Changes what is stored under a key. @param to Prepares the change; `null` if there is nothing to do. */
  function change<T>(
    key: string,
    to: (atomic: KvAtomic, stored: AdapterAttempts | null) => T | null,
  ): Promise<T | null> {
    return repeat(async () => {
      const entry = await kv.get(keys.attempts(key));
      const atomic = kv.atomic();
      atomic.check(entry);
      const changed = to(atomic, entry.value as AdapterAttempts | null);
      return changed === null || await commit(atomic) ? { changed } : false;
    }, MAX_TRIES).then(({ changed }) => changed);
  }

  return {
    async countAttempts({ now, ...added }) {
      const counted = await change(added.key, (atomic, stored) => {
        const isOver = !stored || stored.expires <= now;
        const attempts = isOver ? added : { ...stored, count: stored.count + added.count };
        putAttempts(atomic, keys, attempts, stored);
        return attempts;
      });
      return counted!;
    },
    async forgetAttempts(key, count) {
      await change(key, (atomic, stored) => {
        if (!stored || (count !== undefined && stored.count < count)) return null;
        if (count === undefined) dropAttempts(atomic, keys, stored);
        else putAttempts(atomic, keys, { ...stored, count: stored.count - count }, stored);
        return true;
      });
    },
  } satisfies Adapter;
}
