/**
 * Groups test files. A file that runs alone costs an isolate, which compiles the whole library anew.
 *
 * @module
 */

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "./exports.ts";

/** The folder of `.work` in which `deno.json` lets `deno test` find tests. */
export const GROUPS: URL = new URL(".work/groups/", root);

/** Finds the files of a folder whose names end in this way, as paths from the root of the repository. */
export async function findFiles(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(ending))
    .sort();
}

/** Where entry files go. */
export interface GroupOptions {
  /** A folder in {@link GROUPS}, with a slash at its end. It is emptied. */
  readonly into: URL;
  /** Test files in one isolate. Default: 24, few enough that each core has work until the end. */
  readonly size?: number;
}

/**
 * Writes entry files for `deno test`, each of which loads up to `size` test files into one isolate, one after the other.
 * `deno test` reports a test that fails with its own file and line.
 *
 * @param files Paths from the root of the repository.
 * @returns The paths of the entry files.
 */
export async function groupTests(
  files: readonly string[],
  { into, size = 24 }: GroupOptions,
): Promise<readonly string[]> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const count = Math.ceil(files.length / size);
  return await Promise.all(Array.from({ length: count }, async (_, i) => {
    const entry = new URL(`${i + 1}_test.ts`, into);
    await writeFile(entry, entryOf(files.slice(i * size, (i + 1) * size)));
    return fileURLToPath(entry);
  }));
}

/**
 * The text of an entry file. A file that cannot be loaded is a test that fails: `deno test` ends with success when a module
 * fails after others have defined tests. The address is a constant of its own: of `import("file:///a/" + b)`, Deno reads all
 * of the folder first.
 */
function entryOf(files: readonly string[]): string {
  return `import { test } from "node:test";

for (const file of ${JSON.stringify(files, null, 2)}) {
  const address = "${root}" + file;
  await import(address).catch((error) => test(file + " can be loaded", () => Promise.reject(error)));
}
`;
}
