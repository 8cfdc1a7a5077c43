/**
 * How the pages are read: links, names of files above code, diagrams.
 *
 * @module
 */

import type { MarkdownRenderer } from "vitepress";
import { siteLink } from "./links.ts";
import { drawSequence } from "./sequence.ts";

/** Adds the rules of this site to VitePress. @param place The repository, and the branch or tag that links to it name. */
export function addRules(md: MarkdownRenderer, place: { readonly docs: string; readonly ref: string }): void {
  highlightOnce(md);
  md.core.ruler.push("site_links", ({ tokens, env }) => {
    const path: string | undefined = env.realPath ?? env.path;
    // VitePress also reads single headings, without their page.
    if (!path) return;
    const file = path.slice(place.docs.length + 1).replaceAll("\\", "/");
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet("href");
      if (token.type === "link_open" && href) token.attrSet("href", siteLink(href, { ...place, file }));
    }
  });

  md.core.ruler.push("empty_headers", ({ tokens }) => {
    // An empty header of a column is a cell (WCAG 2.2 §1.3.1).
    for (const [i, token] of tokens.entries()) {
      const [text, end] = tokens.slice(i + 1);
      if (token.type === "th_open" && text!.content === "") token.tag = end!.tag = "td";
    }
  });

  const fence = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]!;
    const [language = "", ...rest] = token.info.trim().split(/\s+/);
    // Words that `deno test --doc` reads are not names.
    const name = rest.find((word) =>
      /^[\w./[\]()-]+$/.test(word) && !/^(?:ignore|no-run|expect-error)$/.test(word)
    );
    if (language === "mermaid") return drawSequence(token.content);
    token.info = language;
    const code = fence(tokens, index, options, env, self);
    return name
      ? `<div class="named-code"><p class="file-name">${md.utils.escapeHtml(name)}</p>${code}</div>`
      : code;
  };
}

/** Highlighted code, by its text, its language and the lines to mark. */
const highlighted = new Map<string, string>();

/** Keeps highlighted code: VitePress renders each page for its HTML, and again for the search, and half of that is colours. */
function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (!highlight) return;
  options.highlight = (code, language, attributes) => {
    const key = JSON.stringify([code, language, attributes]);
    const html = highlighted.get(key) ?? highlight(code, language, attributes);
    highlighted.set(key, html);
    return html;
  };
}
