/**
 * How the pages are read: links, names of files above code, pictures, tabs, diagrams.
 *
 * @module
 */

import type { MarkdownRenderer } from "vitepress";
import { translateCommands } from "./commands.ts";
import { siteLink } from "./links.ts";
import { drawSequence } from "./sequence.ts";
import { groupTabs, type SharedCode } from "./tab_groups.ts";
import { fileNames, KINDS, openGroup, openTab } from "./tabs.ts";

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

  md.core.ruler.push("pictures", ({ tokens }) => {
    // On GitHub, the computer chooses the colours of a picture, and here the switch of the site.
    for (const token of tokens.filter(({ type }) => type === "html_block")) {
      token.content = token.content.replace(
        /^<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img ([^>]*)src="([^"]+)"([^>]*)>\s*<\/picture>/,
        (_, dark, before, light, after) =>
          `<p class="picture"><img class="only-light" ${before}src="${light}"${after}>` +
          `<img class="only-dark" ${before}src="${dark}"${after}></p>`,
      );
    }
  });

  md.core.ruler.push("tabs", (state) => {
    const html = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content });
    state.tokens = groupTabs(state.tokens, html);
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
    const draw = () => fence(tokens, index, options, env, self);
    if (name) {
      const shared: SharedCode | null = token.meta;
      const shown = shared ? fileNames(name) : md.utils.escapeHtml(name);
      const replaced = shared?.not.length ? ` data-not="${shared.not.join(" ")}"` : "";
      return `<div class="named-code"${replaced}><p class="file-name">${shown}</p>${draw()}</div>`;
    }
    return language === "sh" ? drawCommands(token, draw) : draw();
  };
}

/** Draws commands of npm with a tab for each package manager that has them, and others as they are. */
function drawCommands(token: { content: string }, draw: () => string): string {
  const text = token.content;
  const tabs = KINDS.manager.flatMap((name) => {
    const commands = name === "npm" ? text : translateCommands(text, name);
    if (commands === undefined) return [];
    token.content = commands;
    return [{ name, html: `${openTab(name)}${draw()}</section>` }];
  });
  token.content = text;
  if (tabs.length === 1) return draw();
  return `${openGroup("manager", tabs.map(({ name }) => name))}${
    tabs.map(({ html }) => html).join("")
  }</div>`;
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
