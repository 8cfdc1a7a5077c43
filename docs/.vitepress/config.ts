/**
 * The site of the documentation. `deno task docs` serves it, `deno task docs build` writes it.
 *
 * Environment, set by `tools/docs.ts`: `DOCS_BASE` is the path that the site has on its server, `DOCS_ROOT` that of its
 * newest version, `DOCS_VERSIONS` their names with commas, `DOCS_VERSION` the name of this one, `DOCS_REF` the branch or
 * tag that links to the repository name.
 *
 * @module
 */

import process from "node:process";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig } from "vitepress";
import { LANGUAGE_TAGS } from "../../src/messages/tags.ts";
import github from "../../src/providers/marks/github.ts";
import { REPOSITORY, slugOf } from "./links.ts";
import { writeTexts } from "./llms.ts";
import { addRules } from "./markdown.ts";
import { correctSearchBox } from "./search_box.ts";
import { searchSettings } from "./search_terms.ts";
import { type Group, groupPages, PARTS, readPages } from "./pages.ts";
import { tabScript, tabStyle } from "./tabs.ts";

const { DOCS_BASE: base = "/", DOCS_REF: ref = "main", DOCS_VERSION: version = "latest" } = process.env;
const versions = (process.env.DOCS_VERSIONS ?? version).split(",");
const root = process.env.DOCS_ROOT ?? base;
const docs = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const pages = readPages(docs);
const groups = groupPages(pages);

/** Groups with a page for each of many things: their sidebar lists them, that of other pages links to the first. */
const LONG = ["Providers", "Reference"];

/** Groups that the bar at the top names. */
const IN_BAR = ["Start", "Recipes", "Settings", "Providers", "Errors", "Reference"];

const description =
  "Authentication for JavaScript and TypeScript: sign-in with any OAuth provider, by mail, " +
  "password or passkey, on Deno, Node, Bun and Cloudflare Workers.";

export default defineConfig({
  title: "Latchkey",
  description,
  lang: "en",
  base,
  // The day of the last commit that changed a page.
  lastUpdated: true,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}key.svg` }],
    ["style", {}, tabStyle()],
    ["script", {}, tabScript()],
  ],
  // Its files are served as they are, Markdown too.
  srcExclude: ["public/**"],
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, "$1index.md"),
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    config: (md) => addRules(md, { docs, ref }),
  },
  transformPageData(page) {
    const source = pages.find(({ file }) => file === page.filePath);
    if (source?.text.startsWith("<!-- Written by")) page.frontmatter.editLink = false;
    // VitePress writes it into an attribute as it is.
    if (source?.summary) page.description = source.summary.replaceAll('"', "'").replaceAll(/[<>&]/g, "");
  },
  buildEnd: ({ outDir }) => writeTexts({ docs, outDir, base, ref, description, pages, groups }),
  vite: { plugins: [correctSearchBox()] },
  themeConfig: {
    logo: { src: "/key.svg", alt: "", width: 24, height: 24 },
    nav: [
      ...groups.filter(({ title }) => IN_BAR.includes(title)).map(({ title, from, pages: [first] }) => ({
        text: title,
        link: first!.link,
        activeMatch: `^/(${from.map((name) => name.replace(/\.md$/, "\\.html")).join("|")})`,
      })),
      { component: "VersionSwitch" },
    ],
    sidebar: sidebars(),
    outline: { level: [2, 3] },
    search: { provider: "local", options: { miniSearch: searchSettings(base) } },
    // With a name alone, VitePress loads the icon from another host while you write.
    socialLinks: [{ icon: { svg: svgOf(github) }, link: REPOSITORY, ariaLabel: "GitHub" }],
    lastUpdated: { text: "Last change", formatOptions: { dateStyle: "long", forceLocale: true } },
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: "Edit this page" },
    versions: { root, names: versions, current: version },
    languages: LANGUAGE_TAGS,
    map: PARTS.map((part) => ({
      part,
      groups: groups.filter((group) => group.part === part).map(({ title, about, pages: [first] }) => ({
        title,
        about,
        link: first!.link,
      })),
    })),
    footer: { message: "MIT licence" },
  } as DefaultTheme.Config,
});

/** One for the pages of each long group, and one for all others. */
function sidebars(): DefaultTheme.SidebarMulti {
  const shown = (open?: string) => groups.map((group) => sidebarOf(group, open));
  const long = groups.filter(({ title }) => LONG.includes(title));
  return {
    ...Object.fromEntries(long.map(({ title, pages: [first] }) => [first!.link, shown(title)])),
    "/": shown(),
  };
}

/** The title of a group is a link: as a mere button it would hold another button, which screen readers do not reach. */
function sidebarOf({ title, pages }: Group, open?: string): DefaultTheme.SidebarItem {
  const { link } = pages[0]!;
  if (LONG.includes(title) ? title !== open : pages.length === 1) return { text: title, link };
  const items = pages.map((page) => ({ text: page.title, link: page.link }));
  return { text: title, link, collapsed: title !== "Start" && title !== open, items };
}

function svgOf({ viewBox, paths }: { viewBox: string; paths: readonly { d: string }[] }): string {
  return `<svg viewBox="${viewBox}">${paths.map(({ d }) => `<path d="${d}"/>`).join("")}</svg>`;
}
