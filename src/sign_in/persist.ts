/**
 * Repeats what must follow a write that is not taken back.
 *
 * @module
 */

import type { Awaitable } from "../values/types.ts";

/** How often it is tried. */
const TRIES = 3;

/** Does what may fail several times: no later request would do it. @throws what the last try throws. */
export async function persist<T>(work: () => Awaitable<T>): Promise<T> {
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await work();
    } catch {
      // The next try may succeed.
    }
  }
  return await work();
}
