/**
 * Chooses how much a run tests. The README's test command tests the oldest and the newest version of a framework, and some
 * hundred random requests. The nightly run, `deno task test nightly`, tests all versions and thousands of requests.
 *
 * A file that imports this one has a row in the table of `test/README.md`, which says what the nightly run adds.
 *
 * @module
 */

import process from "node:process";
import { test } from "node:test";

/** Whether this is the nightly run. */
export const isNightly: boolean = process.env.NIGHTLY === "true";

/** Why a test of the nightly run is skipped in this run: an option of `test()`. */
export const exceptAtNight: string | false = isNightly ? false : "nightly";

/** Registers a test of the nightly run. Other runs count it as skipped. */
export function nightly(name: string, run: () => void | Promise<void>): void {
  test(name, { skip: exceptAtNight }, run);
}

/** Chooses versions, in ascending order: the oldest and the newest; in the nightly run all of them. */
export function chosenVersions<T>(versions: readonly T[]): readonly T[] {
  return isNightly ? versions : versions.filter((_, i) => i === 0 || i === versions.length - 1);
}

/** Chooses how often something random is tried. */
export function chosenRounds({ here, nightly }: { here: number; nightly: number }): number {
  return isNightly ? nightly : here;
}
