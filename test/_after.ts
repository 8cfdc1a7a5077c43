/**
 * Cleans up after the tests of an isolate.
 *
 * On Deno, `after()` of `node:test` runs nothing if a test of the isolate is skipped, or left out by a filter, and nothing
 * that a running test hands to it.
 *
 * @module
 */

import { after } from "node:test";

const cleanups: (() => unknown)[] = [];

("Deno" in globalThis ? Deno.test.afterAll : after)(runAll);

/** Runs a function after the tests of all files in this isolate, the oldest first. A running test may call this as well. */
export function afterTests(run: () => unknown): void {
  cleanups.push(run);
}

/** @throws {unknown} the first error, after all have run. */
async function runAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const run of cleanups) {
    try {
      await run();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
