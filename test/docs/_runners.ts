/**
 * The test runners that pages of `docs/` import: the part that those pages use, so that the tests need neither of them.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { BrowserContext, Locator, Page } from "npm:playwright-core@1.65.1";

/** What a test of Playwright receives. */
export interface Fixtures {
  /** A tab. */
  readonly page: Page;
  /** The cookies of that tab. */
  readonly context: BrowserContext;
}

/** A test that a module has defined. */
export interface DefinedTest {
  readonly name: string;
  readonly run: (fixtures: Fixtures) => Promise<void>;
}

const defined: DefinedTest[] = [];

/** Returns the tests that were defined since the last call. */
export function takeTests(): readonly DefinedTest[] {
  return defined.splice(0);
}

/** `test` of Vitest and of Playwright. */
export function test(name: string, run: (fixtures: Fixtures) => Promise<void>): void {
  defined.push({ name, run });
}

/** `expect` of Vitest and of Playwright. */
export function expect(actual: unknown): Expectations {
  return {
    toBe: (expected) => assert.equal(actual, expected),
    toContain: (part) => assert.ok(String(actual).includes(part), `${actual} has no ${part}`),
    toBeVisible: async () => await (actual as Locator).waitFor(),
  };
}

/** Those that the pages use. */
export interface Expectations {
  /** The same value. */
  toBe(expected: unknown): void;
  /** A text with this part. */
  toContain(part: string): void;
  /** Something that the tab shows. */
  toBeVisible(): Promise<void>;
}

/** `defineConfig` of Playwright, of Vitest and of Cypress. */
export function defineConfig<C extends RunnerConfig>(config: C): C {
  return config;
}

/** The fields whose functions get a type from the runner. */
export interface RunnerConfig {
  /** Tests of Cypress in the browser. */
  readonly e2e?: {
    /** Where the application is. */
    readonly baseUrl: string;
    /** Adds functions that tests in the browser call in Node. */
    setupNodeEvents(on: (event: "task", tasks: object) => void): void;
  };
  readonly [field: string]: unknown;
}
