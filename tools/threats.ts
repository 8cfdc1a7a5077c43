/**
 * The threats of `docs/threats.md`, and of the chapters of it that stand beside the code of a capability: which tests cite each
 * code. `deno task print` writes them.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";

/** The tests that cite each code, in alphabetical order: `flows/oauth` for `test/flows/oauth_test.ts`. */
export type Citations = ReadonlyMap<string, readonly string[]>;

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["test/", "npm/test/"];
const PAGE = new URL("../docs/threats.md", import.meta.url);

/** Names that look like codes. */
const NOT_CODES = new Set(["SHA", "UTF"]);

/**
 * The codes in a text: `OA-05`, and all of `RD-01 to RD-16` or `RD-01 … RD-16`. Another spelling, such as `OA-5` or
 * `OA-05/06`, is returned unchanged, and no row has it.
 */
export function codesIn(text: string): readonly string[] {
  const pattern = /(?<![\w-])([A-Z]{2,3})-(\d[\d/–]*)(?: (?:to|…) \1-(\d\d))?(?![\w-])/g;
  return [...text.matchAll(pattern)].flatMap(([, group, first, last = first]) => {
    if (NOT_CODES.has(group!)) return [];
    if (!/^\d\d$/.test(first!)) return [`${group}-${first}`];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => `${group}-${String(Number(first) + i).padStart(2, "0")}`);
  });
}

/** Reads which tests cite which codes. */
export async function readCitations(): Promise<Citations> {
  const files = (await Promise.all(FOLDERS.map(filesIn))).flat().sort();
  const pairs = await Promise.all(files.map(async (file) => {
    const codes = new Set(codesIn(await readFile(new URL(file, ROOT), "utf8")));
    return [...codes].map((code) => ({ code, test: nameOf(file) }));
  }));
  const byCode = Map.groupBy(pairs.flat(), ({ code }) => code);
  return new Map([...byCode].map(([code, cited]) => [code, cited.map(({ test }) => test)]));
}

/** The page. */
export function readThreats(): Promise<string> {
  return readFile(PAGE, "utf8");
}

/** The codes of the page, and the tests that their rows name. */
export function rowsOf(page: string): readonly (readonly [code: string, tests: string])[] {
  return [...page.matchAll(ROW)].map(([, code, , tests]) => [code!, tests!.trim()]);
}

/** The page with the tests that cite each code. */
export function withTests(page: string, citations: Citations): string {
  return page.replace(ROW, (_row, code, defence) => `| ${code} |${defence}| ${citedBy(code, citations)} |`);
}

/** The last cell of a row. */
export function citedBy(code: string, citations: Citations): string {
  return (citations.get(code) ?? []).map((test) => `\`${test}\``).join(", ");
}

/** A row of a table of threats: code, attack and defence, tests. */
const ROW = /^\| ([A-Z]{2,3}-\d\d) +\|(.*)\|([^|]*)\|$/gm;

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(folder, ROOT), { withFileTypes: true });
  const found = await Promise.all(entries.map(async (entry) => {
    if (entry.isDirectory()) {
      return entry.name === "node_modules" ? [] : await filesIn(`${folder}${entry.name}/`);
    }
    return entry.name.endsWith(".ts") ? [folder + entry.name] : [];
  }));
  return found.flat();
}

function nameOf(file: string): string {
  return file.replace(/^test\//, "").replace(/_test\.ts$|\.ts$/, "");
}
