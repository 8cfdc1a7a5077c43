/**
 * The kinds of elements that a page of the site has. Pages with the same kinds look alike, and axe-core looks at some.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads the pages of a site. @returns Path of the file → kinds of the elements in its content: `div.named-code`. */
export async function elementsOfSite(folder: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".html"));
  const pages = await Promise.all(
    files.map(async (file) => [file, elementsOf(await readFile(join(folder, file), "utf8"))] as const),
  );
  return new Map(pages);
}

/** The kinds of elements in the content of a page. The language of code is none: it changes colours only. */
export function elementsOf(html: string): ReadonlySet<string> {
  const [content] = /<main[^]*<\/main>/.exec(html) ?? [""];
  return new Set(
    [...content.matchAll(/<([a-z]\w*)\b([^>]*)>/g)].map(([, tag, attributes]) => {
      const classes = /\bclass="([^"]*)"/.exec(attributes!)?.[1]?.split(/\s+/).filter(Boolean) ?? [];
      return [tag, ...classes.filter((name) => !/^(?:language-|_)/.test(name)).sort()].join(".");
    }),
  );
}
