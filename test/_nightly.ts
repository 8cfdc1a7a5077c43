/**
 * Chooses how much a run tests. With `CI=true`, the README's test command tests the oldest and the newest version of a
 * framework, and some hundred random requests; without it, only the newest, of some (`tools/run/short.ts`). The nightly run,
 * `deno task test nightly`, tests all versions and thousands of requests.
 *
 * A file that imports this one has a row in the table of `test/README.md`, which says what the nightly run adds.
 *
 * @module
 */

import process from "node:process";
import { test } from "node:test";
import { isShort } from "./_short.ts";

/** Whether this is the nightly run. */
export const isNightly: boolean = process.env.NIGHTLY === "true";

/** Why a test of the nightly run is skipped in this run: an option of `test()`. */
export const exceptAtNight: string | false = isNightly ? false : "nightly";

/** Registers a test of the nightly run. Other runs count it as skipped. */
export function nightly(name: string, run: () => void | Promise<void>): void {
  test(name, { skip: exceptAtNight }, run);
}

/**
 * Chooses versions, in ascending order: the oldest and the newest; in the short run the newest, in the nightly run all of
 * them.
 */
export function chosenVersions<T>(versions: readonly T[]): readonly T[] {
  if (isNightly) return versions;
  return versions.filter((_, i) => i === versions.length - 1 || (i === 0 && !isShort));
}

/** Chooses how often something random is tried. */
export function chosenRounds({ here, nightly }: { here: number; nightly: number }): number {
  return isNightly ? nightly : here;
}
