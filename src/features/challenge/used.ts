/**
 * Which challenges were used: in the database, or in the memory of this process without one.
 *
 * @module
 */

import { hasRows } from "../../model/store.ts";
import type { Setup } from "../../setup/setup.ts";

/** When the challenges end that were used, in milliseconds since the epoch, the oldest first. */
const used = new Map<string, number>();

/** How many are kept. An attacker does the work for each. */
const MOST = 50_000;

/**
 * Whether a challenge is used for the first time. It counts in one step: of 100 requests at the same time, one is the first.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function isFirst(
  { nonce, expiresAt }: { readonly nonce: string; readonly expiresAt: number },
  { store, platform }: Pick<Setup, "store" | "platform">,
): Promise<boolean> {
  // It is random, so it needs no MAC as other keys of that table.
  const key = `challenge.${nonce}`;
  const [now, ends] = [platform.now(), expiresAt * 1000];
  if (hasRows(store)) {
    const attempts = { key, count: 1, expires: new Date(ends) };
    return (await store.rows.count("attempts", attempts, new Date(now))).count === 1;
  }
  if (used.has(key)) return false;
  for (const [other, end] of used) {
    if (end > now && used.size < MOST) break;
    used.delete(other);
  }
  used.set(key, ends);
  return true;
}
