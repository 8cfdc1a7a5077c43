/**
 * What is cleaned up after the tests of an isolate.
 *
 * `after()` of `node:test` does so on Deno only if each test has run: not in a file with a test that is skipped or that a
 * filter leaves out, and not when a running test calls it.
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
