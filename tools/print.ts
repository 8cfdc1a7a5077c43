/**
 * `deno task print`: writes what pages say and the code knows, after the sub-paths in `deno.json`. Whole files: the settings, the
 * providers and the customer who imports them, the tables of the database and their migrations, the READMEs of capabilities, the
 * endpoints in OpenAPI. Parts of pages: the rows of tables, the numbers of the first pages, the tests of threats, the chapters
 * beside the code of a capability.
 *
 * @module
 */

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { printedChapters } from "./chapters.ts";
import { root, writeExports } from "./exports.ts";
import { readFolders } from "./folders.ts";
import { OPENAPI, openApiText } from "./openapi/openapi.ts";
import { pagesWithNumbers } from "./numbers.ts";
import { migrationOf, MIGRATIONS, schemaPage, SCHEMAS } from "./schema.ts";
import { customerProgram } from "./provider_customer.ts";
import { pagesOf, readProviders } from "./providers.ts";
import { settingsPages } from "./settings.ts";
import { pagesWithTables } from "./tables.ts";

/** What is printed, by the path of its file. */
export async function printedPages(): Promise<ReadonlyMap<string, string>> {
  const [settings, providers, folders, chapters, tables, numbers] = await Promise.all([
    settingsPages(),
    readProviders(),
    readFolders(),
    printedChapters(),
    pagesWithTables(),
    pagesWithNumbers(),
  ]);
  return new Map([
    ...inFolder("docs/settings/", settings),
    ...inFolder("docs/providers/", pagesOf(providers)),
    ["npm/test/customer_providers.ts", customerProgram(providers)],
    ["docs/schema.md", schemaPage(SCHEMAS)],
    [OPENAPI, await openApiText(tables.get("docs/concepts/endpoints.md")!)],
    ...MIGRATIONS.map((path) => [path, migrationOf(SCHEMAS.SQLite!)] as const),
    ...folders,
    ...chapters,
    ...tables,
    ...numbers,
  ]);
}

function inFolder(folder: string, pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...pages].map(([file, text]) => [folder + file, text]));
}

/** What `deno task print` has to write: pages that differ from what is printed, and, as `null`, those that are to be removed. */
export async function stalePages(
  pages: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string | null>> {
  const folders = await Promise.all(
    ["docs/settings/", "docs/providers/"].map(async (folder) =>
      (await readdir(new URL(folder, root))).map((file) => folder + file)
    ),
  );
  const gone = folders.flat().filter((path) => !pages.has(path));
  const read = await Promise.all(
    [...pages].map(async ([path, text]) =>
      [path, text, await readFile(new URL(path, root), "utf8").catch(() => "")] as const
    ),
  );
  const changed = read.filter(([path, text, written]) =>
    isFormatted(path) ? unformatted(text) !== unformatted(written) : text !== written
  );
  return new Map([
    ...gone.map((path) => [path, null] as const),
    ...changed.map(([path, text]) => [path, text] as const),
  ]);
}

/** Whether the formatter decides on line breaks of a page, and the width of its tables. */
function isFormatted(path: string): boolean {
  return path.endsWith(".md") && !/^docs\/(?:settings|providers)\//.test(path);
}

function unformatted(text: string): string {
  return text.replace(/\s+/g, " ").replace(/ ?\| ?/g, "|").replace(/-{3,}/g, "---");
}

if (import.meta.main) {
  await writeExports();
  const stale = await stalePages(await printedPages());
  for (const [path, text] of stale) {
    await (text === null ? rm(new URL(path, root)) : writeFile(new URL(path, root), text));
  }
  const toFormat = [...stale.keys()].filter(isFormatted);
  if (toFormat.length) {
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...toFormat], cwd: root }).output();
  }
  console.log([`${stale.size} pages have changed`, ...stale.keys()].join("\n"));
}
