/**
 * What the tests of the folders `docs/concepts` and `docs/migration` read from their pages: code, diagrams, tables.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { npmPackages, type PageCode, type Rewrite } from "./_code.ts";

/** The root of the repository. */
export const ROOT = new URL("../../", import.meta.url);

/** A page. */
export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  /** Its Markdown. */
  readonly text: string;
}

/** A block of code on a page. */
export interface Block {
  /** Path of the page, and the line where the block begins. */
  readonly place: string;
  /** The language after the fence. */
  readonly language: string;
  /** The name of the file after the language; empty if there is none. */
  readonly file: string;
  /** The name in the comment `<!-- test: name -->` above the block; empty if there is none. */
  readonly name: string;
  /** The code. */
  readonly code: string;
}

/** Reads all pages of a folder. @param folder From the root, with a slash at its end. */
export async function pagesIn(folder: string): Promise<readonly Page[]> {
  const names = (await readdir(new URL(folder, ROOT))).filter((name) => name.endsWith(".md")).sort();
  return await Promise.all(names.map((name) => readPage(folder + name)));
}

/** Reads a page. */
export async function readPage(path: string): Promise<Page> {
  return { path, text: await readFile(new URL(path, ROOT), "utf8") };
}

/** The blocks of code on a page. */
export function blocksOf({ path, text }: Page): readonly Block[] {
  const fence = /(?:<!-- test: (.+) -->\n\n)?^```(\w+)(?: (\S+))?\n([^]*?)\n```$/gm;
  return [...text.matchAll(fence)].map(([, name = "", language, file = "", code], index) => ({
    place: `${path}, block ${index + 1}`,
    language: language!,
    file,
    name,
    code: code!,
  }));
}

/** The cells of the table below a heading, row by row, without the head. Code marks are removed. */
export function tableBelow(heading: string, { path, text }: Page): readonly (readonly string[])[] {
  const [, section] = text.split(`\n## ${heading}\n`);
  assert.ok(section, `${path} has no heading "${heading}"`);
  return tablesIn(section)[0]!;
}

/** All tables in a text, as `tableBelow` returns them. */
export function tablesIn(text: string): readonly (readonly (readonly string[])[])[] {
  return [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
    table.trim().split("\n").slice(2).map((row) =>
      row.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.replaceAll("`", "").trim())
    )
  );
}

/** The code of pages, written into files. */
export interface WrittenCode {
  /** The URL of each file, by the name of its block. */
  readonly files: ReadonlyMap<string, string>;
  /** What the compiler reads. */
  readonly code: readonly PageCode[];
}

/** Writes the blocks in TypeScript into files, a folder for each page. `@/` is that folder. `compile_test.ts` checks the types. */
export async function writeCode(
  pages: readonly Page[],
  folder: URL,
  rewrite: Rewrite = npmPackages,
): Promise<WrittenCode> {
  await rm(folder, { recursive: true, force: true });
  const files = new Map<string, string>();
  const code: PageCode[] = [];
  for (const page of pages) {
    const root = new URL(page.path.replace(/\.md$/, "/"), folder);
    const blocks = blocksOf(page).filter(({ language }) => language === "ts");
    const names = new Set(blocks.map(({ file }) => file));
    assert.ok(!names.has("") && names.size === blocks.length, `${page.path}: name the file of each block`);
    const modules: URL[] = [];
    for (const block of blocks) {
      const module = new URL(block.file, root);
      await mkdir(new URL("./", module), { recursive: true });
      // Code without imports becomes a module as well.
      const text = block.code.replaceAll('"@/auth"', JSON.stringify(fileURLToPath(new URL("auth.ts", root))));
      await writeFile(module, `${rewrite(text)}\nexport {};\n`);
      modules.push(module);
      files.set(block.name, module.href);
    }
    code.push({ page: page.path, modules, text: blocks.map(({ code }) => code).join("\n") });
  }
  return { files, code };
}
