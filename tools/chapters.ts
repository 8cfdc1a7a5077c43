/**
 * The chapters that stand beside the code of a capability, in the pages that have all of them. `deno task print` copies them.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { root } from "./exports.ts";
import { readCitations, withTests } from "./threats.ts";

const FEATURES = "src/features/";

/** The pages that have chapters. */
export type Page = "decisions" | "threats";

/** The chapters of a page, by the path of each: `## Second factors` and what follows. */
export async function readChapters(page: Page): Promise<ReadonlyMap<string, string>> {
  const folders = (await readdir(new URL(FEATURES, root))).sort();
  const found = await Promise.all(folders.map(async (folder) => {
    const path = `${FEATURES}${folder}/${page}.md`;
    const text = await readFile(new URL(path, root), "utf8").catch(() => null);
    return text === null ? [] : [[path, text] as const];
  }));
  return new Map(found.flat());
}

/** A page with its chapters as they stand beside the code. @throws {TypeError} if it has no heading for one. */
export function withChapters(page: string, chapters: Iterable<string>): string {
  let text = page;
  for (const chapter of chapters) {
    const [heading = ""] = chapter.split("\n");
    const start = text.indexOf(`\n${heading}\n`) + 1;
    if (!heading.startsWith("## ") || start === 0) throw new TypeError(`No chapter "${heading}" in the page`);
    const next = text.indexOf("\n## ", start);
    text = text.slice(0, start) + chapter.trimEnd() + (next < 0 ? "\n" : `\n${text.slice(next)}`);
  }
  return text;
}

/** The chapters with the tests of their threats, and the pages with their chapters, by their path. */
export async function printedChapters(): Promise<ReadonlyMap<string, string>> {
  const citations = await readCitations();
  const [decisions, threats] = await Promise.all([readChapters("decisions"), readChapters("threats")]);
  const cited = [...threats].map(([path, chapter]) => [path, withTests(chapter, citations)] as const);
  const pages = [["decisions", decisions.values()], ["threats", new Map(cited).values()]] as const;
  const copied = await Promise.all(pages.map(async ([name, chapters]) => {
    const path = `docs/${name}.md`;
    const page = withChapters(await readFile(new URL(path, root), "utf8"), chapters);
    return [path, name === "threats" ? withTests(page, citations) : page] as const;
  }));
  return new Map([...cited, ...copied]);
}
