/**
 * Copies the chapters that stand beside the code of a capability into the pages that have all of them:
 * `deno run -A tools/chapters.ts`.
 *
 * @module
 */

import { readdir, readFile, writeFile } from "node:fs/promises";

const FEATURES = new URL("../src/features/", import.meta.url);

/** The pages that have chapters. */
export type Page = "decisions" | "threats";

/** The chapters of a page, by the address of each: `## Second factors` and what follows. */
export async function readChapters(page: Page): Promise<ReadonlyMap<string, string>> {
  const folders = (await readdir(FEATURES)).sort();
  const found = await Promise.all(folders.map(async (folder) => {
    const url = new URL(`${folder}/${page}.md`, FEATURES).href;
    const text = await readFile(new URL(url), "utf8").catch(() => null);
    return text === null ? [] : [[url, text] as const];
  }));
  return new Map(found.flat());
}

/** The address of a page. */
export function addressOf(page: Page): URL {
  return new URL(`../docs/${page}.md`, import.meta.url);
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

/** Copies the chapters of a page. */
export async function copyChapters(page: Page): Promise<void> {
  const url = addressOf(page);
  await writeFile(url, withChapters(await readFile(url, "utf8"), (await readChapters(page)).values()));
}

if (import.meta.main) {
  await copyChapters("decisions");
  await copyChapters("threats");
}
