/**
 * The search of the site, outside of a browser.
 *
 * @module
 */

import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { searchSettings } from "../../docs/.vitepress/search_terms.ts";
import { runScript } from "./_site.ts";

/** The search of all pages. */
export interface Search {
  /** Addresses of the headings that it may find. */
  readonly headings: readonly string[];
  /** Finds headings, the best first. */
  find(text: string): readonly string[];
}

/** Makes the index of the search, and opens it as the search box of VitePress does. @param repository A copy with packages. */
export async function openSearch(repository: string): Promise<Search> {
  const docs = join(repository, "docs");
  const index = await indexOf(docs);
  const loaded = createRequire(join(docs, "package.json"))("minisearch");
  const { options, searchOptions } = searchSettings("/");
  const search = (loaded.default ?? loaded).loadJSON(index, {
    storeFields: ["title", "titles"],
    searchOptions: { fuzzy: 0.2, prefix: true, ...searchOptions },
    ...options,
  });
  return {
    headings: Object.values(JSON.parse(index).documentIds),
    find: (text) => search.search(text).map(({ id }: { readonly id: string }) => id),
  };
}

/** The index as JSON, in which the colours of code make no difference: they take most of the time. */
async function indexOf(docs: string): Promise<string> {
  const [config, site] = ["config", "site"].map((name) => join(docs, `.vitepress/${name}.ts`)) as [
    string,
    string,
  ];
  const file = join(docs, "search.json");
  await rename(config, site);
  await writeFile(config, PLAIN);
  await runScript("search_index.mjs", [docs, file], "/").finally(() => rename(site, config));
  return await readFile(file, "utf8");
}

/** A config of VitePress around that of the site. */
const PLAIN = `import site from "./site.ts";

const highlight = (code: string) => "<pre v-pre><code>" + code.replaceAll("&", "&amp;").replaceAll("<", "&lt;") + "</code></pre>";

export default { ...site, markdown: { ...site.markdown, highlight } };
`;
