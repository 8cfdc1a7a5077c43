/**
 * The search of a built site, outside of a browser.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { boostDocument } from "../../docs/.vitepress/search_terms.ts";

/** Finds headings of pages, the best first. */
export type Search = (text: string) => readonly { readonly id: string }[];

/** Opens the search as the search box of VitePress does. @param repository The folder whose `docs` has the packages. */
export async function searchOf(site: string, repository: string): Promise<Search> {
  const chunks = join(site, "assets/chunks");
  const name = (await readdir(chunks)).find((file) => file.startsWith("@localSearchIndex"))!;
  const { default: index } = await import(pathToFileURL(join(chunks, name)).href);
  const loaded = createRequire(join(repository, "docs/package.json"))("minisearch");
  const search = (loaded.default ?? loaded).loadJSON(index, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, boostDocument },
  });
  return (text) => search.search(text);
}
