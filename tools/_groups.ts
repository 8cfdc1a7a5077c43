/**
 * Groups test files. A file that runs alone costs an isolate, which compiles the whole library anew.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "./exports.ts";

/** The folder of entry files. `deno.json` lets `deno test` run them, although git ignores `.work`. */
export const GROUPS: URL = new URL(".work/groups/", root);

/** Finds the files of a folder whose names end in this way, as paths from the root of the repository. */
export async function findFiles(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(ending))
    .sort();
}

/**
 * Writes entry files for `deno test` into {@link GROUPS}, each of which loads some test files into one isolate, one after the
 * other. `deno test` reports a test that fails with its own file and line. The name of an entry file follows from its text, so
 * two runs at once do not change each other's.
 *
 * @param files Paths from the root of the repository.
 * @param size Test files in one isolate. Default: 120, few enough that each core has work until the end.
 * @returns The paths of the entry files.
 */
export async function groupTests(files: readonly string[], size = 120): Promise<readonly string[]> {
  await mkdir(GROUPS, { recursive: true });
  const count = Math.ceil(files.length / size);
  return await Promise.all(Array.from({ length: count }, async (_, i) => {
    const text = entryOf(files.slice(i * size, (i + 1) * size));
    const entry = new URL(`${createHash("sha256").update(text).digest("hex").slice(0, 16)}.ts`, GROUPS);
    await writeFile(entry, text);
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
