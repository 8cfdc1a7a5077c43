/**
 * What the tests of the folders `docs/concepts` and `docs/migration` read from their pages: code, diagrams, tables, links.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** The links of a page that lead to no file, or to no heading. */
export async function brokenLinks({ path, text }: Page): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [, link] of text.replaceAll(/^```.*?^```$/gms, "").matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?|mailto):/.test(link!)) continue;
    const target = new URL(link!, new URL(path, ROOT));
    const heading = target.hash.slice(1);
    target.hash = "";
    const linked = await readFile(target, "utf8").catch(() => null);
    if (linked === null || heading && !headingsOf(linked).includes(heading)) broken.push(link!);
  }
  return broken;
}

/**
 * Writes the blocks in TypeScript into files of an application of their own, outside of the repository, and checks their
 * types: `deno check` leaves out the ignored folders of the repository. Returns the paths of the files.
 *
 * @throws {Error} with the messages of the compiler.
 */
export async function compileBlocks(blocks: readonly Block[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-docs-"));
  const { name, exports, compilerOptions } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const imports = Object.entries<string>(exports).map((
    [path, file],
  ) => [name + path.slice(1), new URL(file, ROOT).href]);
  const config = { imports: { ...Object.fromEntries(imports), jose: "npm:jose@6" }, compilerOptions };
  await writeFile(join(folder, "deno.json"), JSON.stringify(config));
  const files = await Promise.all(blocks.map(async ({ code }, index) => {
    const file = join(folder, `block_${index + 1}.ts`);
    // A block without imports is a module as well.
    await writeFile(file, `${code}\nexport {};\n`);
    return file;
  }));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--no-lock", ...files],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const messages = new TextDecoder().decode(stderr);
  if (!success || !messages.includes("Check ")) {
    throw new Error(`Cannot compile the code on the pages: ${messages}`);
  }
  return files;
}

/** The anchors of headings, as GitHub makes them. */
function headingsOf(markdown: string): readonly string[] {
  return [...markdown.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
  );
}
