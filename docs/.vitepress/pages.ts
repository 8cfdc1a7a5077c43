/**
 * The pages of the site, and the groups in which the sidebar, the home page and `llms.txt` list them.
 *
 * @module
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page. */
export interface Page {
  /** Its file, from `docs/`: `frameworks/README.md`. */
  readonly file: string;
  /** Its address, from the base of the site: `/frameworks/`. */
  readonly link: string;
  /** Its first heading, as plain text. */
  readonly title: string;
  /** Its first paragraph, as plain text; empty if there is none. */
  readonly summary: string;
  /** Its Markdown. */
  readonly text: string;
}

/** The parts of the home page's map, in their order. */
export const PARTS = ["Build", "Operate", "Understand"] as const;

/** A part. */
export type Part = typeof PARTS[number];

/** Pages that belong together. */
export interface Group {
  /** Its name. */
  readonly title: string;
  /** One line about it, for the home page. */
  readonly about: string;
  /** What its readers do. */
  readonly part: Part;
  /** Folders, with `/` at the end, and pages that it consists of, from `docs/`. */
  readonly from: readonly string[];
  /** Its pages in the order of reading. Never empty. */
  readonly pages: readonly Page[];
}

/** The groups in their order. Files that do not exist are left out. */
const GROUPS: readonly {
  readonly title: string;
  readonly about: string;
  readonly part: Part;
  readonly from: readonly string[];
}[] = [
  {
    title: "Start",
    about: "From an empty folder to the first sign-in, for each runtime and framework.",
    part: "Build",
    from: ["start/", "frameworks/", "pages.md", "comparison.md", "not_included.md"],
  },
  {
    title: "Recipes",
    about: "Questions and answers with code that you can paste.",
    part: "Build",
    from: [
      "recipes/",
      "account.md",
      "sign_up.md",
      "user_names.md",
      "anonymous_users.md",
      "administration.md",
      "webhooks.md",
      "passwords.md",
      "passkeys_only.md",
      "second_factor.md",
      "challenge.md",
      "languages.md",
    ],
  },
  {
    title: "Settings",
    about: "Every field of the config, with its default and its unit, and the tables.",
    part: "Build",
    from: ["settings/", "modules.md", "schema.md"],
  },
  {
    title: "Providers",
    about: "For each provider: where to register, which variables to set, what it answers.",
    part: "Build",
    from: ["providers/"],
  },
  {
    title: "Concepts",
    about: "How sessions, linking, checks and cookies work.",
    part: "Understand",
    from: ["concepts/"],
  },
  {
    title: "Errors",
    about: "Every message: what happened, why, what to write.",
    part: "Operate",
    from: ["errors/", "errors.md"],
  },
  {
    title: "Migration",
    about: "From another library to this one, without a second sign-in.",
    part: "Operate",
    from: ["migration/"],
  },
  {
    title: "Command",
    about: "Make a secret, check a config, print the tables.",
    part: "Operate",
    from: ["cli.md"],
  },
  {
    title: "Reference",
    about: "Every export with its doc comment.",
    part: "Understand",
    from: ["reference/"],
  },
  {
    title: "Project",
    about:
      "What is promised, how the library is built, which decisions it rests on, which attacks it answers.",
    part: "Understand",
    from: ["stability.md", "architecture.md", "decisions.md", "threats.md", "conformance.md", "marks.md"],
  },
];

/** Folders that hold no pages. */
const NO_PAGES = new Set([".vitepress", "node_modules", "public"]);

/** The home page. It is in no group. */
export const HOME = "index.md";

/** Reads all pages. @param docs Path of the folder `docs`. */
export function readPages(docs: string): readonly Page[] {
  return filesIn(docs, "").map((file) => pageOf(file, readFileSync(join(docs, file), "utf8")));
}

/** Puts pages into their groups. Groups without pages are left out; the last one has the pages that no group names. */
export function groupPages(pages: readonly Page[]): readonly Group[] {
  const left = new Map(pages.filter(({ file }) => file !== HOME).map((page) => [page.file, page]));
  const groups = GROUPS.map(({ title, about, part, from }) => {
    const chosen = from.flatMap((name) =>
      name.endsWith("/")
        ? inOrder([...left.values()].filter(({ file }) => file.startsWith(name)))
        : left.get(name) ?? []
    );
    for (const { file } of chosen) left.delete(file);
    return { title, about, part, from, pages: chosen };
  });
  const last = groups.at(-1)!;
  const complete = [...groups.slice(0, -1), { ...last, pages: [...last.pages, ...left.values()] }];
  return complete.filter(({ pages }) => pages.length > 0);
}

/** Whether a path below `docs/` is a page of the site. */
export function isPage(docs: string, file: string): boolean {
  return file.endsWith(".md") && !NO_PAGES.has(file.split("/")[0]!) && existsSync(join(docs, file));
}

/** The address of a page from the base of the site: `README.md` and `index.md` are the page of their folder. */
export function linkOf(file: string): string {
  return "/" + file.replace(/\.md$/, ".html").replace(/(^|\/)(?:README|index)\.html$/, "$1");
}

/** Pages of a folder: `README.md` first, then as it links to them, then those that it does not name, by title. */
function inOrder(pages: readonly Page[]): readonly Page[] {
  const isIndex = ({ file }: Page) => /(^|\/)(?:README|index)\.md$/.test(file);
  const index = pages.find(isIndex);
  const place = ({ file }: Page) => {
    const found = index?.text.indexOf(`](${file.slice(file.indexOf("/") + 1)}`) ?? -1;
    return found < 0 ? Infinity : found;
  };
  return pages.toSorted((a, b) =>
    Number(isIndex(b)) - Number(isIndex(a)) || compare(place(a), place(b)) || compare(order(a), order(b)) ||
    a.title.localeCompare(b.title, "en")
  );
}

/** Without an index page, most readers begin with these. */
function order({ file }: Page): number {
  const place = ["start/deno.md", "start/node.md", "start/bun.md"].indexOf(file);
  return place < 0 ? Infinity : place;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function filesIn(docs: string, folder: string): readonly string[] {
  return readdirSync(join(docs, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder + entry.name;
    if (entry.isDirectory()) return NO_PAGES.has(file) ? [] : filesIn(docs, `${file}/`);
    return entry.name.endsWith(".md") ? [file] : [];
  }).sort();
}

function pageOf(file: string, text: string): Page {
  const body = text.replace(/^---\n[^]*?\n---\n/, "").replaceAll(/<!--[^]*?-->|^```.*?^```$/gms, "");
  const [, heading = file, rest = ""] = /^# (.+)\n+([^]*)/m.exec(body) ?? [];
  const [paragraph = ""] = /^(?![#|<>:-])(?:.+\n?)+/.exec(rest) ?? [];
  return { file, link: linkOf(file), title: plain(heading), summary: plain(paragraph), text };
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "").replaceAll(/\s+/g, " ")
    .trim();
}
