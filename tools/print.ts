/**
 * `deno task print`: writes what pages say and the code knows. Whole pages: the settings, the tables of the database and their
 * migrations, the READMEs of capabilities. Parts of pages: the rows of tables, the numbers of the first pages, the tests of
 * threats, and the chapters that stand beside the code of a capability.
 *
 * @module
 */

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { printedChapters } from "./chapters.ts";
import { root } from "./exports.ts";
import { readFolders } from "./folders.ts";
import { pagesWithNumbers } from "./numbers.ts";
import { migrationOf, MIGRATIONS, schemaPage, SCHEMAS } from "./schema.ts";
import { settingsPages } from "./settings.ts";
import { pagesWithTables } from "./tables.ts";

/** What is printed, by the path of its file. */
export async function printedPages(): Promise<ReadonlyMap<string, string>> {
  const [settings, folders, chapters, tables, numbers] = await Promise.all([
    settingsPages(),
    readFolders(),
    printedChapters(),
    pagesWithTables(),
    pagesWithNumbers(),
  ]);
  return new Map([
    ...[...settings].map(([file, text]) => [`${SETTINGS}${file}`, text] as const),
    ["docs/schema.md", schemaPage(SCHEMAS)],
    ...MIGRATIONS.map((path) => [path, migrationOf(SCHEMAS.SQLite!)] as const),
    ...folders,
    ...chapters,
    ...tables,
    ...numbers,
  ]);
}

const SETTINGS = "docs/settings/";

/** A text without what the formatter decides: line breaks, and the width of tables. */
export function unformatted(text: string): string {
  return text.replace(/\s+/g, " ").replace(/ ?\| ?/g, "|").replace(/-{3,}/g, "---");
}

/** The files of `docs/settings` that are not printed. */
export async function stalePages(pages: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const files = await readdir(new URL(SETTINGS, root));
  return files.map((file) => SETTINGS + file).filter((path) => !pages.has(path));
}

if (import.meta.main) {
  const pages = await printedPages();
  for (const path of await stalePages(pages)) await rm(new URL(path, root));
  const changed: string[] = [];
  for (const [path, text] of pages) {
    const before = await readFile(new URL(path, root), "utf8").catch(() => "");
    if (unformatted(before) === unformatted(text)) continue;
    await writeFile(new URL(path, root), text);
    changed.push(path);
  }
  const toFormat = changed.filter((path) => path.endsWith(".md") && !path.startsWith(SETTINGS));
  if (toFormat.length) {
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...toFormat], cwd: root }).output();
  }
  console.log([`${pages.size} printed, ${changed.length} changed`, ...changed].join("\n"));
}
