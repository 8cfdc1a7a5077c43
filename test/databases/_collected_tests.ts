/**
 * Collects tests instead of running them. The worker of D1 is bundled with this in the place of `node:test`, because it runs
 * one test for each request.
 *
 * @module
 */

/** A test. */
export interface Collected {
  readonly name: string;
  run(): Promise<void>;
}

/** The tests that {@link test} was called with. */
export const collected: Collected[] = [];

/** Takes a test as `test()` of `node:test`, with its options. */
export function test(name: string, _options: object, run: () => Promise<void>): void {
  collected.push({ name, run });
}
