/**
 * Which files of tests do more in the nightly run: those that import `test/_nightly.ts`, themselves or through others.
 *
 * @module
 */

import { importersOf, readSources, type Sources } from "./sources.ts";

/** The files of tests in this repository that do more at night. */
export async function readNightlyFiles(): Promise<readonly string[]> {
  return nightlyFiles(await readSources());
}

/** The files of tests that do more at night, in order. */
export function nightlyFiles(sources: Sources): readonly string[] {
  return [...importersOf("test/_nightly.ts", sources)].filter((file) => file.endsWith("_test.ts")).sort();
}
