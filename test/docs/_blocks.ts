/**
 * The blocks of code on a page, and the files that they make. `_recipe.ts` runs them, and `compile_test.ts` compiles them.
 *
 * @module
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { fileIn, kindOf, tabOf } from "../../docs/.vitepress/tabs.ts";
import { npmPackages, type PageCode, type Rewrite, type TabCode } from "./_code.ts";

const ROOT = new URL("../../", import.meta.url);

/** A block of code. */
export interface Block {
  readonly section: string;
  /** The framework whose tab it stands in; empty outside of tabs. */
  readonly tab: string;
  readonly line: number;
  readonly language: string;
  /** Its file; its language if it names none. */
  readonly file: string;
  readonly text: string;
}

/** Frameworks whose applications run without a build, and how they start. */
export const STARTS: Readonly<Record<string, "serve" | "listen">> = {
  "": "serve",
  Deno: "serve",
  Express: "listen",
  Hono: "serve",
  Node: "listen",
};

/** The frameworks for which a section has tabs. One without tabs is for all: `""`. */
export function tabsIn(blocks: readonly Block[]): readonly string[] {
  const tabs = new Set(blocks.map(({ tab }) => tab).filter(Boolean));
  return tabs.size ? [...tabs] : [""];
}

/** Writes the code of a page into files below a folder, a folder for each section. */
export async function writePage(page: string, folder: URL, rewrite: Rewrite): Promise<PageCode> {
  const blocks = blocksOf(await readFile(new URL(`docs/${page}`, ROOT), "utf8"));
  await writeBlocks(blocks, folder, rewrite);
  const text = blocks.filter(isCode).map(({ text }) => text).join("\n");
  return { page: `docs/${page}`, modules: modulesOf(blocks, folder), text, tabs: builtTabs(blocks, folder) };
}

/** The blocks of a page. The fence says language and file: ```` ```ts auth.ts ````. */
export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?.*\n([^]*?)\n```$/gm)].map((match) => {
    const [, language, file = language, code] = match;
    const before = text.slice(0, match.index);
    const prose = before.replaceAll(/^```.*?^```$/gms, "");
    const heading = [...prose.matchAll(/^(?:#+ (.+)|---)$/gm)].at(-1)?.[1] ?? "";
    return {
      section: [...prose.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? "",
      tab: kindOf(heading) === "framework" ? heading : "",
      line: before.split("\n").length,
      language: language!,
      file: file!,
      text: code!,
    };
  });
}

/** Writes the folder of each section and of each of its tabs: their own files, and those of the sections above. */
export async function writeBlocks(
  blocks: readonly Block[],
  folder: URL,
  rewrite: Rewrite = npmPackages,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const section of new Set(blocks.map(({ section }) => section))) {
    const own = blocks.filter((block) => isFile(block) && block.section === section);
    for (const tab of new Set(["", ...tabsIn(own)])) {
      const place = new URL(folderOf(section, tab), folder);
      for (const [file, text] of filesIn(blocks, { section, tab, folder: place })) {
        const target = new URL(file, place);
        await mkdir(new URL("./", target), { recursive: true });
        await writeFile(target, `${isScript(file) ? rewrite(text) : text}\n`);
      }
    }
  }
}

/** A tab of a section. */
export interface Place {
  /** Its heading. */
  readonly section: string;
  /** The framework; empty outside of tabs. */
  readonly tab: string;
  /** The folder of its files. */
  readonly folder: URL;
}

/**
 * The files of a tab, with those that all tabs have, and those of the sections above. A file of the tab, or of a later
 * section, replaces one of this name.
 */
export function filesIn(blocks: readonly Block[], place: Place): ReadonlyMap<string, string> {
  const { section, tab } = place;
  const files = new Map<string, { readonly from: string; readonly text: string }>();
  const last = blocks.findLastIndex((block) => block.section === section);
  for (const block of blocks.slice(0, last + 1)) {
    if (!isFile(block) || block.tab !== "" && block.tab !== tab) continue;
    const file = pathOf(block, tab);
    const from = `${block.section} ${block.tab}`;
    const known = files.get(file);
    const own = block.tab === "" ? withConfig(block.text, tab) : block.text;
    // Several blocks of one file are its parts.
    const text = known?.from === from ? `${known.text}\n\n${own}` : own;
    files.set(file, { from, text });
  }
  return new Map([...files].map(([file, { text }]) => [file, withDatabase(text, place)]));
}

/** What stands in no tab imports the config by its name in the framework. */
function withConfig(text: string, tab: string): string {
  const [name] = /[^/]+(?=\.ts$)/.exec(fileIn(tab, "auth.ts"))!;
  return text.replaceAll(/"\.\/auth((?:\.ts)?")/g, `"./${name}$1`);
}

/** A database such as `auth.sqlite` is in memory. An application with a process of its own shares a file with the test. */
function withDatabase(text: string, { tab, folder }: Place): string {
  return text.replaceAll(
    /"(\w+\.sqlite)"/g,
    (_, name) => JSON.stringify(tab in STARTS ? ":memory:" : fileURLToPath(new URL(name, folder))),
  );
}

/** Where a tab has the file of a block. */
function pathOf({ tab: own, file }: Block, tab: string): string {
  return own === tab ? file : fileIn(tab, file);
}

/** The modules that a page shows. */
function modulesOf(blocks: readonly Block[], folder: URL): readonly URL[] {
  const files = new Set(
    blocks.filter(isCode).filter(({ tab }) => tab in STARTS)
      .map(({ section, tab, file }) => folderOf(section, tab) + file),
  );
  return [...files].map((file) => new URL(file, folder));
}

/** The tabs whose applications need a build. */
function builtTabs(blocks: readonly Block[], folder: URL): readonly TabCode[] {
  return [...new Set(blocks.map(({ section }) => section))].flatMap((section) => {
    const own = blocks.filter((block) => isCode(block) && block.section === section);
    return tabsIn(own).filter((tab) => !(tab in STARTS)).map((tab) => {
      const place = new URL(folderOf(section, tab), folder);
      const files = own.filter((block) => block.tab === "" || block.tab === tab).map((block) =>
        pathOf(block, tab)
      );
      return { tab, folder: place, modules: [...new Set(files)].map((file) => new URL(file, place)) };
    });
  });
}

/** Replaces texts by others. */
export function replaced(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), text);
}

/** The folder of a section, or of a tab in it, with a slash at its end. */
export function folderOf(section: string, tab: string): string {
  return `${slugOf(section)}/${tab && `${tabOf(tab)}/`}`;
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-") || "top";
}

function isFile({ file, language }: Block): boolean {
  return file !== language;
}

function isCode(block: Block): boolean {
  return isFile(block) && isScript(block.file);
}

function isScript(file: string): boolean {
  return /\.(m?[jt]s|[jt]sx)$/.test(file);
}

/** The files of the blocks that a file imports, and those that they import. */
export function importedBy(
  file: string,
  blocks: readonly Pick<Block, "file" | "text">[],
  known: Set<string> = new Set(),
): Set<string> {
  for (const block of blocks.filter((block) => block.file === file)) {
    for (
      const [, specifier] of block.text.matchAll(/(?:from|import|import\() ?"((?:\.|@\/|\$lib\/)[^"]+)"/g)
    ) {
      const path = specifier!.replace(/^@(?=\/)/, "").replace(/^\$lib/, "/src/lib");
      const wanted = new URL(path, `file:///${file}`).pathname.slice(1);
      // Next writes no ending.
      const name = blocks.find(({ file }) => file === wanted || file.replace(/\.tsx?$/, "") === wanted)?.file;
      if (!name || known.has(name)) continue;
      known.add(name);
      importedBy(name, blocks, known);
    }
  }
  return known;
}

/**
 * The files that a reader adds to the application of a framework's page: those of the section, and of the sections above only
 * the config and what the others import.
 */
export function addedFiles(blocks: readonly Block[], place: Place): ReadonlyMap<string, string> {
  const { section, tab } = place;
  // As `docs/recipes/README.md` says: in Next, imports of own files have no ending.
  const shown = blocks.map((block) =>
    block.tab === "" && tab === "Next"
      ? { ...block, text: block.text.replaceAll(/((?:from|import) "\.[^"]+)\.ts"/g, '$1"') }
      : block
  );
  const files = [...filesIn(shown, place)].map(([file, text]) => ({ file, text }));
  const own = blocks.filter((block) => block.section === section && (block.tab === "" || block.tab === tab));
  const needed = new Set([...own.map((block) => pathOf(block, tab)), fileIn(tab, "auth.ts")]);
  for (const file of [...needed]) importedBy(file, files, needed);
  return new Map(files.filter(({ file }) => needed.has(file)).map(({ file, text }) => [file, text]));
}
