/**
 * Removes the sessions and tokens of Deno KV that have ended.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import { all, commit, repeat } from "./entries.ts";
import type { KvDatabase } from "./queries.ts";
import { dropEnded } from "./removal.ts";
import type { Adapter } from "../contract/types.ts";

/** How many are removed together. Deno KV checks 100 entries and writes 1000, and a provider session can have 14. */
const MAX_TOGETHER = 50;

/** Removes them, a batch at a time; resolves to how many. */
export async function removeExpiredEntries(
  { kv, keys }: KvDatabase,
  { now = new Date(webPlatform.now()), batch = 1000 }: Parameters<Required<Adapter>["removeExpired"]>[0] = {},
): Promise<number> {
  const ended = { start: keys.ending(), end: keys.ending(now.getTime() + 1) };
  const limit = Math.min(batch, MAX_TOGETHER);
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
