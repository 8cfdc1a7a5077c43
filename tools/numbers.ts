/**
 * Numbers in the first pages: how many providers, languages and threats there are. `deno task print` writes them.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { all } from "../src/messages/languages.ts";
import { root } from "./exports.ts";
import { countsOf, readProviders } from "./providers.ts";
import { readThreats, rowsOf } from "./threats.ts";

/** The pages. */
const FIRST_PAGES: readonly string[] = [
  "README.md",
  "CHANGELOG.md",
  "docs/index.md",
  "docs/comparison.md",
  "docs/modules.md",
  "docs/pages.md",
];

/** What a released section of the changelog says stays. */
const RELEASED = /^## \[\d+\.\d+\.\d+\] - \d/m;

/** The pages with their numbers, by their path. */
export async function pagesWithNumbers(): Promise<ReadonlyMap<string, string>> {
  const numbers = await readNumbers();
  const texts = await Promise.all(
    FIRST_PAGES.map(async (path) => [path, await readFile(new URL(path, root), "utf8")] as const),
  );
  return new Map(
    texts.filter(([, text]) => !RELEASED.test(text)).map(([path, text]) => [
      path,
      withNumbers(text, numbers),
    ]),
  );
}

/** A text whose numbers before words are those. @param numbers Pattern of the words that follow → number. */
export function withNumbers(text: string, numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers).reduce(
    (rest, [words, count]) =>
      rest.replaceAll(new RegExp(`\\b\\d{2,}(?=${words.replaceAll(" ", "\\s+")})`, "g"), String(count)),
    text,
  );
}

async function readNumbers(): Promise<Readonly<Record<string, number>>> {
  const providers = await readProviders();
  const { oauth = 0, oidc = 0 } = countsOf(providers);
  return {
    " providers": providers.length,
    " (?:(?:of them|for|of) )?OAuth|, any other \\| 36": oauth + oidc,
    " (?:attacks|threats)": rowsOf(await readThreats()).filter(([code]) => !code.startsWith("KL-")).length,
    " languages": all.length,
  };
}
