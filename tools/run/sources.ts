/**
 * The programs of this repository, and which of them import which.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import { root } from "../exports.ts";
import { git, isClone } from "./git.ts";

/** Path from the root of the repository → text. */
export type Sources = ReadonlyMap<string, string>;

/** Reads the files of tests, with all that only tests import, and the tools. */
export async function readSources(): Promise<Sources> {
  const list = await isClone()
    ? await git("ls-files", "--cached", "--others", "--exclude-standard", "test/*.ts", "tools/*.ts")
    : await listSources();
  const read = async (path: string) => [path, await readText(path)] as const;
  const files = await Promise.all(list.map(read));
  return new Map(files.flatMap(([path, text]) => text === null ? [] : [[path, text]]));
}

/** Lists the same files without git, which does not know those of an archive. */
export async function listSources(): Promise<readonly string[]> {
  const lists = await Promise.all(["test", "tools"].map(async (folder) => {
    const paths = await readdir(new URL(`${folder}/`, root), { recursive: true });
    return paths.map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
  }));
  return lists.flat().filter((path) => path.endsWith(".ts") && !path.includes("node_modules")).sort();
}

/** The text of a file; `null` if it was removed, which git does not say before `git rm`. */
async function readText(path: string): Promise<string | null> {
  return await Deno.readTextFile(new URL(path, root)).catch(() => null);
}

/** The files that import one, themselves or through others. */
export function importersOf(target: string, sources: Sources): ReadonlySet<string> {
  const importers = directImporters(sources);
  const found = new Set([target]);
  // A set that grows is walked to its end.
  for (const path of found) importers.get(path)?.forEach((importer) => found.add(importer));
  found.delete(target);
  return found;
}

/** What is known of programs that have been asked about: reading the imports of all takes a fifth of a second. */
const known = new WeakMap<Sources, ReadonlyMap<string, readonly string[]>>();

/** Path → the files that import it. */
function directImporters(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const before = known.get(sources);
  if (before) return before;
  const importers = new Map<string, string[]>();
  for (const [importer, text] of sources) {
    for (const path of new Set(imports(importer, text))) {
      importers.set(path, [...importers.get(path) ?? [], importer]);
    }
  }
  known.set(sources, importers);
  return importers;
}

/** The paths that a module imports by relative specifiers. */
function imports(path: string, text: string): readonly string[] {
  return [...text.matchAll(/\b(?:from|import)[ (]+"(\.[^"]+)"/g)].map(([, specifier]) =>
    new URL(specifier!, `file:///${path}`).pathname.slice(1)
  );
}
