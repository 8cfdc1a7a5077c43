/**
 * Stands in for `node:test` in a bundle of tests: it registers them, and the worker runs those that it chooses.
 *
 * @module
 */

/** The part of the context of `node:test` that the tests of this repository use. */
export interface TestContext {
  /** Runs something when the test has ended. */
  readonly after: (run: Run) => void;
  /** Ends nothing: a test that calls it returns. */
  readonly skip: () => void;
  /** Runs a part of the test at once. */
  readonly test: (name: string, run: Run) => Promise<void>;
}

/** The body of a test. */
export type Run = (context: TestContext) => void | Promise<void>;

/** The tests of a bundle. Each run of the bundle has its own. */
export interface Registry {
  /** In the order in which they were registered. */
  readonly tests: { readonly name: string; readonly run: Run }[];
  /** What runs after all tests. */
  readonly afters: (() => void | Promise<void>)[];
}

// The worker hands it in as a parameter of the function that is the bundle.
declare const __registry: Registry;

/** Registers a test, unless it is skipped. */
export function test(name: string, ...[first, second]: readonly [Run] | readonly [Options, Run]): void {
  if (typeof first === "function") __registry.tests.push({ name, run: first });
  else if (!first.skip && second) __registry.tests.push({ name, run: second });
}

/** Registers what runs after all tests. */
export function after(run: () => void | Promise<void>): void {
  __registry.afters.push(run);
}

interface Options {
  readonly skip?: boolean | string;
}

/** Runs a test. It fails if the test does. */
export async function runTest(run: Run): Promise<void> {
  const afters: Run[] = [];
  const context: TestContext = {
    after: (run) => void afters.push(run),
    skip: () => {},
    test: (_, run) => runTest(run),
  };
  try {
    await run(context);
  } finally {
    for (const run of afters) await run(context);
  }
}
