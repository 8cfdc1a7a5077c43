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

/** Test files in one isolate: few enough that each core has work until the end. */
const SIZE = 24;

/** Which test files to find. */
export interface Search {
  /** Files and folders to leave out, such as `test/e2e`. */
  readonly without: readonly string[];
}

/** Finds the test files of a folder such as `test`, as paths from the root of the repository. */
export async function findTests(folder: string, { without }: Search): Promise<readonly string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
  const isLeftOut = (path: string) => without.some((each) => path === each || path.startsWith(`${each}/`));
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith("_test.ts") && !isLeftOut(path))
    .sort();
}

/** Where entry files go. */
export interface GroupOptions {
  /** A folder in {@link GROUPS}, with a slash at its end. It is emptied. Default: that folder itself. */
  readonly into?: URL;
}

/**
 * Writes entry files for `deno test`, each of which loads up to 24 test files into one isolate. `deno test` reports a
 * test that fails with its own file and line.
 *
 * @param files Paths from the root of the repository.
 * @returns The paths of the entry files.
 */
export async function groupTests(
  files: readonly string[],
  { into = GROUPS }: GroupOptions = {},
): Promise<readonly string[]> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const count = Math.ceil(files.length / SIZE);
  return await Promise.all(Array.from({ length: count }, async (_, i) => {
    const group = files.slice(i * SIZE, (i + 1) * SIZE);
    const entry = new URL(`${i + 1}_test.ts`, into);
    await writeFile(
      entry,
      group.map((file) => `import ${JSON.stringify(new URL(file, root).href)};\n`).join(""),
    );
    return fileURLToPath(entry);
  }));
}
