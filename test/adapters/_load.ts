/**
 * What an adapter must bear: a million sessions.
 *
 * @module
 */

import assert from "node:assert/strict";
import process from "node:process";
import type { SqlAdapter } from "../../src/adapters/sqlite.ts";

/** Why the tests with a million rows do not run: they take a minute. */
export const skipLoad: string | false = process.env.LATCHKEY_LOAD === "1" ? false : "LATCHKEY_LOAD=1 runs it";

/**
 * Reads sessions, first alone, then while those that have ended are being removed; prints the times.
 *
 * @param adapter With users `user1` to `user1000` and sessions `session1` to `session1000000`, the end of which is their
 * number in milliseconds.
 */
export async function assertHoldsAMillion(name: string, adapter: SqlAdapter): Promise<void> {
  const alone: number[] = [];
  while (alone.length < 2000) alone.push(await timeRead(adapter));
  const removal = { done: false };
  const meanwhile: number[] = [];
  const start = performance.now();
  const removed = Promise.resolve(adapter.removeExpired({ now: new Date(900_000) }))
    .finally(() => removal.done = true);
  while (!removal.done) {
    meanwhile.push(await timeRead(adapter));
    // As requests do, reads come one after another, each with a turn of its own.
    await new Promise((resolve) => setTimeout(resolve));
  }
  const total = await removed;
  const seconds = (performance.now() - start) / 1000;
  console.log(`${name}: one session of a million: ${summary(alone)}`);
  console.log(
    `${name}: ${total} removed in ${seconds.toFixed(1)} s; a session meanwhile: ${summary(meanwhile)}`,
  );
  assert.equal(total, 900_000);
  assert.ok(Math.max(...meanwhile) < 1000, "a read waited for a second");
}

/** Milliseconds from the wish to read, which may come while the thread is busy, to the session. */
async function timeRead(adapter: SqlAdapter): Promise<number> {
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve));
  const index = 900_001 + Math.floor(Math.random() * 100_000);
  const found = await adapter.getSessionAndUser(`session${index}`);
  assert.equal(found?.session.expires.getTime(), index);
  return performance.now() - start;
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(2)} ms`;
  return `median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)} of ${times.length}`;
}
