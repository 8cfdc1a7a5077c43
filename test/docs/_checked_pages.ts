/**
 * What the tests of the folders `docs/concepts` and `docs/migration` read from their pages: code, diagrams, tables, links.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

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

/** The packages that the code imports, beside the library. The types of Express are in a package of their own. */
const PACKAGES = { bcryptjs: "npm:bcryptjs@3.0.3", express: "npm:@types/express@5.0.6" };

/**
 * Writes the blocks in TypeScript into files, a folder for each page, outside of the repository, and checks their types:
 * `deno check` leaves out the ignored folders of the repository. Returns the URL of each file, by the name of the block.
 *
 * @throws {Error} with the messages of the compiler.
 */
export async function compileBlocks(blocks: readonly Block[]): Promise<ReadonlyMap<string, string>> {
  const root = await mkdtemp(join(tmpdir(), "latchkey-docs-"));
  after(() => rm(root, { recursive: true }));
  const files = new Map<string, Block>();
  for (const block of blocks) {
    const path = join(root, folderOf(block), block.file);
    assert.ok(block.file && !files.has(path), `${block.place}: give the block the name of a file of its own`);
    files.set(path, block);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, withPackages(block.code));
  }
  await writeFile(join(root, "deno.json"), JSON.stringify(await configOf(blocks)));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--no-lock", ...files.keys()],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const messages = new TextDecoder().decode(stderr);
  if (!success || !messages.includes("Check ")) {
    throw new Error(`Cannot compile the code on the pages: ${messages}`);
  }
  return new Map([...files].map(([path, { name }]) => [name, pathToFileURL(path).href]));
}

function folderOf({ place }: Block): string {
  return basename(place.split(",")[0]!, ".md");
}

/** Code without imports becomes a module as well. */
function withPackages(code: string): string {
  const imports = Object.entries(PACKAGES).reduce(
    (text, [name, specifier]) => text.replace(` from "${name}"`, ` from "${specifier}"`),
    code,
  );
  return `${imports}\nexport {};\n`;
}

/** The library as the pages import it, and `@/` for the folder of a page. */
async function configOf(blocks: readonly Block[]): Promise<object> {
  const { name, exports, compilerOptions } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const library = Object.entries<string>(exports).map(([path, file]) =>
    [name + path.slice(1), new URL(file, ROOT).href] as const
  );
  const folders = new Set(blocks.map(folderOf));
  return {
    compilerOptions,
    imports: { ...Object.fromEntries(library), jose: "npm:jose@6" },
    scopes: Object.fromEntries([...folders].map((each) => [`./${each}/`, { "@/auth": `./${each}/auth.ts` }])),
  };
}

/** The anchors of headings, as GitHub makes them, unless the heading names its own: `{#missing-csrf}`. */
function headingsOf(markdown: string): readonly string[] {
  return [...markdown.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    /\{#([\w-]+)\}$/.exec(heading!)?.[1] ??
      heading!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
  );
}
