/**
 * Removes the sessions and tokens of Deno KV that have ended.
 *
 * @module
 */

import { webPlatform } from "../platform/platform.ts";
import { all, commit, dropEnded, repeat } from "./_deno_kv_entries.ts";
import type { KvDatabase } from "./_deno_kv_queries.ts";
import type { Adapter } from "./types.ts";

/** How many entries Deno KV checks together. */
const MAX_CHECKS = 100;

/** Removes them, a batch at a time; resolves to how many. */
export async function removeExpiredEntries(
  { kv, keys }: KvDatabase,
  { now = new Date(webPlatform.now()), batch = 1000 }: Parameters<Required<Adapter>["removeExpired"]>[0] = {},
): Promise<number> {
  const ended = { start: keys.ending(), end: keys.ending(now.getTime() + 1) };
  const limit = Math.min(batch, MAX_CHECKS);
  const removeSome = async () => {
    const entries = await all(kv.list(ended, { limit }));
    const atomic = kv.atomic();
    atomic.check(...entries);
    for (const entry of entries) dropEnded(atomic, keys, entry);
    return await commit(atomic) && entries.length;
  };
  let [removed, some] = [0, 0];
  do {
    some = await repeat(removeSome);
    removed += some;
  } while (some > 0);
  return removed;
}
