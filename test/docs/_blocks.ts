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
  /** The database in whose tab it stands; empty outside of such tabs. */
  readonly database: string;
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

/** One way to follow a section: the tabs that a reader has chosen. */
export interface Variant {
  /** The framework; empty outside of tabs. */
  readonly tab: string;
  /** The database; empty on a page without tabs for databases. */
  readonly database: string;
}

/** The database of a page that its sections use unless they say otherwise: its first tab. */
function mainDatabase(blocks: readonly Block[]): string {
  return blocks.find(({ database }) => database)?.database ?? "";
}

/** The variants of a section that are tested: all frameworks with the first database, and each other database with one. */
export function variantsOf(section: string, blocks: readonly Block[]): readonly Variant[] {
  const own = blocks.filter((block) => block.section === section);
  const [tabs, main] = [tabsIn(own), mainDatabase(blocks)];
  const others = new Set(own.map(({ database }) => database).filter((name) => name && name !== main));
  const tab = tabs.includes("Express") ? "Express" : tabs[0]!;
  return [
    ...tabs.map((tab) => ({ tab, database: main })),
    ...[...others].map((database) => ({ tab, database })),
  ];
}

/** Whether an application needs a build: that of some frameworks, and the client of Prisma. */
export function needsBuild({ tab, database }: Variant): boolean {
  return !(tab in STARTS) || database === "Prisma";
}

/** Whether a reader who has chosen these tabs sees the block. */
export function isSeen(block: Block, { tab, database }: Variant): boolean {
  return (!block.tab || block.tab === tab) && (!block.database || block.database === database);
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
    const kind = kindOf(heading);
    return {
      section: [...prose.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? "",
      tab: kind === "framework" ? heading : "",
      database: kind === "database" ? heading : "",
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
  for (const section of sectionsOf(blocks)) {
    for (const place of placesOf(section, blocks, folder)) {
      for (const [file, text] of filesIn(blocks, place)) {
        const target = new URL(file, place.folder);
        await mkdir(new URL("./", target), { recursive: true });
        await writeFile(target, `${isScript(file) ? rewrite(text) : text}\n`);
      }
    }
  }
}

/** A variant of a section. */
export interface Place extends Variant {
  /** The heading of the section. */
  readonly section: string;
  /** The folder of its files. */
  readonly folder: URL;
}

/** The variants of a section, and one that has only what all frameworks share. */
function placesOf(section: string, blocks: readonly Block[], folder: URL): readonly Place[] {
  const variants = variantsOf(section, blocks);
  const shared = { tab: "", database: mainDatabase(blocks) };
  const isShared = variants.some(({ tab, database }) => !tab && database === shared.database);
  return [...isShared ? [] : [shared], ...variants].map((variant) => ({
    ...variant,
    section,
    folder: new URL(folderOf(section, variant), folder),
  }));
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
    if (!isFile(block) || !isSeen(block, place)) continue;
    const file = pathOf(block, tab);
    const from = `${block.section} ${block.tab} ${block.database}`;
    const known = files.get(file);
    const own = block.tab === "" ? withConfig(block.text, tab) : block.text;
    // Several blocks of one file are its parts.
    const text = known?.from === from ? `${known.text}\n\n${own}` : own;
    files.set(file, { from, text });
  }
  return new Map([...files].map(([file, { text }]) => [file, withDatabase(text, place)]));
}

/** What stands in no tab imports the config by its name in the framework. */
export function withConfig(text: string, tab: string): string {
  const [name] = /[^/]+(?=\.ts$)/.exec(fileIn(tab, "auth.ts"))!;
  return text.replaceAll(/"\.\/auth((?:\.ts)?")/g, `"./${name}$1`);
}

/** A database such as `auth.sqlite` is in memory. An application with a process of its own shares a file with the test. */
function withDatabase(text: string, place: Place): string {
  return text.replaceAll(
    /"(\w+\.sqlite)"/g,
    (_, name) => JSON.stringify(needsBuild(place) ? fileURLToPath(new URL(name, place.folder)) : ":memory:"),
  );
}

/** Where a tab has the file of a block. */
function pathOf({ tab: own, file }: Block, tab: string): string {
  return own === tab ? file : fileIn(tab, file);
}

/** The modules that a page shows. */
function modulesOf(blocks: readonly Block[], folder: URL): readonly URL[] {
  const main = mainDatabase(blocks);
  const modules = sectionsOf(blocks).flatMap((section) => {
    const own = blocks.filter((block) => isCode(block) && block.section === section);
    return placesOf(section, blocks, folder).filter(({ tab }) => tab in STARTS).flatMap((place) =>
      own.filter((block) => isSeen(block, place))
        // What all frameworks share is compiled once for a database.
        .filter((block) => block.tab === place.tab || place.database !== main)
        .map(({ file }) => new URL(file, place.folder).href)
    );
  });
  return [...new Set(modules)].map((file) => new URL(file));
}

function sectionsOf(blocks: readonly Block[]): readonly string[] {
  return [...new Set(blocks.map(({ section }) => section))];
}

/** The tabs whose applications need a build. */
function builtTabs(blocks: readonly Block[], folder: URL): readonly TabCode[] {
  return sectionsOf(blocks).flatMap((section) => {
    const own = blocks.filter((block) => isCode(block) && block.section === section);
    return placesOf(section, blocks, folder).filter(({ tab }) => !(tab in STARTS)).map((place) => {
      const { tab, folder } = place;
      const files = own.filter((block) => isSeen(block, place)).map((block) => pathOf(block, tab));
      return { tab, folder, modules: [...new Set(files)].map((file) => new URL(file, folder)) };
    });
  });
}

/** Replaces texts by others. */
export function replaced(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), text);
}

/** The folder of a variant of a section, with a slash at its end. */
export function folderOf(section: string, { tab, database }: Variant): string {
  return [slugOf(section), tab, database].filter(Boolean).map(tabOf).join("/") + "/";
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
  const own = blocks.filter((block) => block.section === section && isSeen(block, place));
  const needed = new Set([...own.map((block) => pathOf(block, tab)), fileIn(tab, "auth.ts")]);
  for (const file of [...needed]) importedBy(file, files, needed);
  return new Map(files.filter(({ file }) => needed.has(file)).map(({ file, text }) => [file, text]));
}
