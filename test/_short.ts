/**
 * Whether a run tests less: `deno task test` without `CI=true`, which everybody runs. `tools/run/short.ts` lists its files.
 *
 * @module
 */

import process from "node:process";

/** Whether this is the short run. */
export const isShort: boolean = process.env.SHORT === "true";

/** What a test runs with, one after the other: strategies, clients of a database. The short run takes the first. */
export function chosen<T>(all: readonly T[]): readonly T[] {
  return isShort ? all.slice(0, 1) : all;
}
