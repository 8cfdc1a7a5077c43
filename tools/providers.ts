/**
 * The providers: a page for each in `docs/providers`, and their index. `deno task print` writes them.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import type { ProviderConfig } from "../src/model/provider.ts";
import { parseDocComment, stepsOf } from "./doc_comment.ts";
import { root } from "./exports.ts";
import { CLOSED, DIFFERENCES, introduction, TYPES } from "./provider_index.ts";
import { type Listed, providerPage, providerTable, titleOf } from "./provider_pages.ts";

const SOURCES = new URL("src/providers/", root);

/** Options without which a factory of a mail provider or of passwords throws. The others ignore them. */
const EXAMPLE_OPTIONS = {
  server: "smtps://user:password@smtp.example.com",
  from: "sign-in@example.com",
  transactionalId: "…",
  credentials: {},
  authorize: () => null,
};

/** All providers, in the order of their sub-paths. */
export async function readProviders(): Promise<readonly Listed[]> {
  const files = (await readdir(SOURCES)).filter((file) => /^[a-z\d].*\.ts$/.test(file));
  return await Promise.all(files.sort().map(readProvider));
}

/** The pages, by the name of their file. */
export function pagesOf(listed: readonly Listed[]): ReadonlyMap<string, string> {
  return new Map([
    ["README.md", indexPage(listed)],
    ...listed.map((each) => [`${each.path}.md`, providerPage(each)] as const),
  ]);
}

/** How many providers there are of each type. */
export function countsOf(listed: readonly Listed[]): Readonly<Record<string, number>> {
  const counts = TYPES.map(({ type }) =>
    [type, listed.filter(({ provider }) => provider.type === type).length] as const
  );
  return Object.fromEntries(counts);
}

async function readProvider(file: string): Promise<Listed> {
  const source = await readFile(new URL(file, SOURCES), "utf8");
  const name = /^export default (\w+);$/m.exec(source)?.[1];
  if (!name) throw new Error(`Cannot list "${file}": it has no default export`);
  const module = await import(new URL(file, SOURCES).href);
  const provider = module.default(EXAMPLE_OPTIONS) as ProviderConfig;
  return { path: file.slice(0, -3).replaceAll("_", "-"), name, provider, doc: parseDocComment(source, name) };
}

/** Links to the pages with steps, in the order of their titles. */
function guidedPages(listed: readonly Listed[]): readonly string[] {
  return listed.filter(({ doc }) => stepsOf(doc.labelled.Register).length)
    .map(({ path, provider }) => ({ path, title: titleOf(path, provider) }))
    .sort((a, b) => a.title.localeCompare(b.title, "en"))
    .map(({ path, title }) => `- [${title}](${path}.md)`);
}

function indexPage(listed: readonly Listed[]): string {
  const sections = TYPES.map(({ type, heading, text }) => {
    const providers = listed.filter(({ provider }) =>
      provider.type === type && !Object.hasOwn(CLOSED, provider.id)
    );
    return `## ${heading}\n\n${text}\n\n${providerTable(providers)}`;
  });
  const differences = Object.entries(DIFFERENCES).map(([id, reason]) => `- \`${id}\`: ${reason}`);
  return [
    "<!-- Written by `deno task print`. The text is in `tools/provider_index.ts`. -->",
    introduction(countsOf(listed)),
    ...sections,
    // Below the tables: the sidebar of the site takes its order from the first link to each page.
    "## Step by step",
    "These pages name each click in the console of the provider, and the cause of its errors:",
    guidedPages(listed).join("\n"),
    "## Closed",
    "No new application can use these. They stay for applications whose users still have accounts there.",
    listed.filter(({ provider }) => Object.hasOwn(CLOSED, provider.id))
      .map(({ path, provider }) => `- [${provider.name}](${path}.md): ${CLOSED[provider.id]}`).join("\n"),
    "## Where the library departs from Auth.js",
    "An import changes the name of its package only, and, but for the providers below that say so, the id of each account " +
    "stays the same, so that users keep their accounts. These providers work in another way than those of Auth.js:",
    differences.join("\n"),
  ].join("\n\n") + "\n";
}
