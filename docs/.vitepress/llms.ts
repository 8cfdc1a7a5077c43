/**
 * The documentation for programs that read text: `llms.txt` lists the pages, `llms-full.txt` holds them, and each page is
 * there as Markdown under its own name.
 *
 * @see {@link https://llmstxt.org/ | llms.txt}
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveLink } from "./links.ts";
import type { Group, Page } from "./pages.ts";

/** The pages to write as text, with the folders, the address and the version of their site. */
export interface Texts {
  /** Path of the folder `docs`. */
  readonly docs: string;
  /** Path of the folder of the built site. */
  readonly outDir: string;
  /** Path of the site on its server. */
  readonly base: string;
  /** Branch or tag that links to the repository name. */
  readonly ref: string;
  /** One sentence about the library. */
  readonly description: string;
  /** All pages. */
  readonly pages: readonly Page[];
  /** The same in their groups. */
  readonly groups: readonly Group[];
}

/** Writes the files into the built site. */
export function writeTexts(texts: Texts): void {
  const { base, outDir, description, pages, groups } = texts;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(outDir, file)), { recursive: true });
    writeFileSync(join(outDir, file), text);
  };
  const markdown = new Map(pages.map((page) => [page.file, markdownOf(page, texts)]));
  for (const [file, text] of markdown) write(file, text);
  const head = `# Latchkey\n\n> ${description}\n`;
  const lists = groups.map((group) => `\n## ${group.title}\n\n${group.pages.map(line).join("\n")}\n`);
  write("llms.txt", [head, ...lists].join(""));
  const inFull = groups.filter(({ title }) => title !== "Reference").flatMap(({ pages }) => pages);
  write("llms-full.txt", [head, ...inFull.map(({ file }) => markdown.get(file))].join("\n---\n\n"));

  function line({ file, title, summary }: Page): string {
    return `- [${title}](${base}${file})${summary && `: ${summary}`}`;
  }
}

/** A page whose links lead out of the documentation to the repository. Those to other pages stay: they are beside it. */
function markdownOf({ file, text }: Page, { docs, ref }: Texts): string {
  return text.split(/(^```.*?^```$)/ms).map((part, i) =>
    i % 2 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, (link, href: string) => {
      const target = resolveLink(href, { docs, file, ref });
      return "url" in target ? `](${target.url})` : link;
    })
  ).join("");
}
