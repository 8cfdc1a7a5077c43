/**
 * The examples of pages and doc comments as test files. `deno test --doc` starts a thread for each of them, which takes eight
 * times as long; it runs in the nightly run.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { findFiles, GROUPS } from "./_groups.ts";
import { root } from "./exports.ts";

/** An example: a block of code that is not marked with `ignore`. */
export interface Example {
  /** As `deno test --doc` calls it: `src/http/csrf.ts#12-20.ts`. */
  readonly name: string;
  /** The text of a module that defines a test. */
  readonly module: string;
}

/** Folder of the modules, from the root of the repository. */
const FOLDER = ".work/groups/examples";

/**
 * Writes a module for each example. Its name follows from its text, as that of an entry file does.
 *
 * @param places Pages, modules and folders of modules, from the root of the repository.
 * @returns The modules, from the root of the repository.
 */
export async function writeExamples(places: readonly string[]): Promise<readonly string[]> {
  await mkdir(new URL("examples/", GROUPS), { recursive: true });
  const files = (await Promise.all(places.map(async (place) => {
    return /\.\w+$/.test(place) ? [place] : await findFiles(place, ".ts");
  }))).flat();
  const examples = await Promise.all(files.map(async (path) => {
    return examplesIn(path, await readFile(new URL(path, root), "utf8"));
  }));
  return await Promise.all(
    examples.flat().map(async ({ module }) => {
      const path = `${FOLDER}/${createHash("sha256").update(module).digest("hex").slice(0, 16)}.ts`;
      await writeFile(new URL(path, root), module);
      return path;
    }),
  );
}

/** The examples of a page or a module. @param path From the root of the repository. */
export function examplesIn(path: string, text: string): readonly Example[] {
  const isPage = path.endsWith(".md");
  const exported = isPage ? [] : exportsOf(text);
  const blocks = isPage
    ? blocksIn(text, 1)
    : [...text.matchAll(/^[ \t]*\/\*\*[^]*?\*\//gm)].flatMap(({ 0: comment, index }) =>
      blocksIn(comment.replaceAll(/^[ \t]*\* ?/gm, ""), lineAt(text, index))
    );
  return blocks.map(({ code, first, last }) => {
    const name = `${path}#${first}-${last}.ts`;
    return { name, module: moduleOf({ name, code, path, exported }) };
  });
}

interface Block {
  readonly code: string;
  /** The line of its first fence, and the line after the other one. */
  readonly first: number;
  readonly last: number;
}

/** @param line Line of the beginning of the text. */
function blocksIn(text: string, line: number): readonly Block[] {
  return [...text.matchAll(/^```[jt]s\b(?<marks>.*)\n(?<code>[^]*?)^```$/gm)]
    .filter(({ groups }) => !groups!.marks!.split(/\W+/).includes("ignore"))
    .map(({ 0: block, index, groups }) => {
      const first = line - 1 + lineAt(text, index);
      return { code: groups!.code!, first, last: first + lineAt(block, block.length) };
    });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** The names that a module exports, which its examples need not import. */
function exportsOf(text: string): readonly string[] {
  const declared =
    /^export (?:declare )?(?:abstract |async )*(?:class|const|function\*?|interface|type) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, name]) => name!);
}

const IMPORT = /^import\s(?:[^;]*?\sfrom\s)?["'][^"']+["'](?:\s+with\s+\{[^}]*\})?;\n/gm;

/** A module with the imports of an example, and the rest of it in a test. */
function moduleOf(
  { name, code, path, exported }: {
    readonly name: string;
    readonly code: string;
    readonly path: string;
    readonly exported: readonly string[];
  },
): string {
  const at = new URL(path, root);
  const imports = (code.match(IMPORT) ?? []).map((each) =>
    each.replace(/(["'])(\.[^"']*)\1/, (_, quote, relative) => quote + new URL(relative, at) + quote)
  );
  const own = exported.filter((name) => uses(code, name));
  if (own.length) imports.push(`import { ${own.join(", ")} } from "${at}";\n`);
  const body = code.replaceAll(IMPORT, "")
    .replaceAll(/^export default (?=\{)/gm, "void ")
    .replaceAll(/^export (?:default )?/gm, "");
  return `${imports.join("")}\nDeno.test(${JSON.stringify(name)}, async () => {\n${body}});\n`;
}

/** Whether code reads a name that it neither imports nor declares. */
function uses(code: string, name: string): boolean {
  const declares = new RegExp(`\\b(?:class|const|function|interface|let|type)\\s+${name}\\b`);
  const imported = (code.match(IMPORT) ?? []).some((each) => new RegExp(`\\b${name}\\b`).test(each));
  return new RegExp(`\\b${name}\\b`).test(code) && !imported && !declares.test(code);
}
