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

/** Files of `docs/public` for programs: name, title, and what they are for. */
const FILES = [
  ["SKILL.md", "Skill", "For assistants: how an application gets the library, and ten mistakes."],
  ["openapi.json", "OpenAPI", "The endpoints in OpenAPI 3.1: parameters, fields of forms, and answers."],
] as const;

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
  const files = FILES.map(([file, title, about]) => `- [${title}](${base}${file}): ${about}`);
  write("llms.txt", [head, ...lists, `\n## For programs\n\n${files.join("\n")}\n`].join(""));
  const inFull = groups.filter(({ title }) => title !== "Reference").flatMap(({ pages }) => pages);
  write("llms-full.txt", [head, ...inFull.map(({ file }) => markdown.get(file))].join("\n---\n\n"));

  function line({ file, title, summary }: Page): string {
    return `- [${title}](${base}${file})${summary && `: ${summary}`}`;
  }
}

/** A page as plain Markdown: without front matter, comments, layout and components of the site. Code stays as it is. */
function markdownOf(page: Page, texts: Texts): string {
  const body = page.text.replace(/^---\n[^]*?\n---\n+/, "");
  return body.split(/(^```.*?^```$)/ms).map((part, i) => i % 2 ? part : withoutSite(part, page, texts)).join(
    "",
  )
    .replaceAll(/\n{3,}/g, "\n\n").trimStart();
}

/** Links that lead out of the documentation lead to the repository. Those to other pages stay: they are beside this one. */
function withoutSite(text: string, { file }: Page, { docs, ref, base, groups }: Texts): string {
  return text
    .replaceAll(/<!--[^]*?-->\n*|^<\/?(?:main|div|details)\b[^>]*>\n+|^<summary>.*\n+/gm, "")
    .replaceAll(/\]\(([^)\s]+)\)/g, (link, href: string) => {
      const target = resolveLink(href, { docs, file, ref });
      return "url" in target ? `](${target.url.replace(/^\/(?!\/)/, base)})` : link;
    })
    .replaceAll(/^<([A-Z]\w*) \/>$/gm, (_, component: string) => listOf(component, file, groups));
}

/**
 * The links that a component shows, as a list.
 *
 * @throws {Error} if the component is unknown: the text would lack what it shows.
 */
function listOf(component: string, file: string, groups: readonly Group[]): string {
  const up = "../".repeat(file.split("/").length - 1);
  const link = ({ title, pages: [first] }: Group) => `- [${title}](${up}${first!.file})`;
  if (component === "SiteMap") return groups.map((group) => `${link(group)}: ${group.about}`).join("\n");
  // The pictures below it show the same.
  if (component === "Gallery") return "";
  throw new Error(
    `Cannot write "${file}" as Markdown: add the component ${component} to docs/.vitepress/llms.ts`,
  );
}
