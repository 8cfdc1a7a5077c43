/**
 * Tabs: what differs between frameworks, package managers, databases or proxies stands side by side, and a reader chooses once.
 *
 * On a page, a tab is a heading of the fourth level with one of the names below. Tabs of one kind that follow each other are
 * one group, which ends at any other heading or at a line `---`. On GitHub they are plain sections.
 *
 * @module
 */

/** The kinds of tabs, with the names of the tabs. A group shows its tabs in this order; the first one is the default. */
export const KINDS = {
  framework: [
    "Next",
    "Express",
    "SvelteKit",
    "Hono",
    "Node",
    "Deno",
    "Nuxt",
    "Astro",
    "Fastify",
    "Koa",
    "Bun",
    "Workers",
  ],
  manager: ["npm", "pnpm", "bun", "deno"],
  database: ["SQLite", "Postgres", "Prisma", "Drizzle"],
  proxy: ["nginx", "Caddy", "Traefik"],
} as const;

/** A kind of tabs. A reader has one choice in each. */
export type Kind = keyof typeof KINDS;

/** Each kind with its names. */
const ALL = Object.entries(KINDS) as readonly (readonly [kind: Kind, names: readonly string[]])[];

/** The kind of a name; `undefined` if no tab has it. */
export function kindOf(name: string): Kind | undefined {
  return ALL.find(([, names]) => names.includes(name))?.[0];
}

/** The name of a tab in attributes and in the storage of the browser. */
export function tabOf(name: string): string {
  return name.toLowerCase();
}

/** Where the browser keeps the choice of a kind, and the attribute of `<html>` that has it. */
export function placeOf(kind: Kind): string {
  return `data-tab-${kind}`;
}

/** The HTML before the tabs of a group. `TabBar` is a component of the theme. */
export function openGroup(kind: Kind, names: readonly string[]): string {
  return `<div class="tabs" data-kind="${kind}"><TabBar kind="${kind}" names="${names.join()}" />\n`;
}

/** The HTML before a tab. Its end is `</section>`. */
export function openTab(name: string): string {
  return `<section class="tab" data-tab="${tabOf(name)}">\n`;
}

/**
 * Rules that show one tab of each group: the chosen one, or the first. They need nothing but an attribute of `<html>`, so that
 * a page shows the right tabs from the start. Without scripts, all are shown.
 */
export function tabStyle(): string {
  const rules = ALL.flatMap(([kind, names]) =>
    names.map(tabOf).flatMap((name) => {
      const group = `[${placeOf(kind)}=${name}] .tabs[data-kind=${kind}]`;
      return [
        `${group}:has(>[data-tab=${name}])>.tab{display:none}`,
        `${group}>.tab[data-tab=${name}]{display:block}`,
      ];
    })
  );
  return [".has-scripts .tabs>.tab~.tab{display:none}", ...rules]
    .join("");
}

/** Framework → where it has a file that a recipe shows for all of them: the config, and what that imports. */
const FILE_NAMES: Readonly<Record<string, (name: string) => string>> = {
  Next: configOf,
  SvelteKit: (name) => `src/${configOf(name)}`,
  Astro: (name) => `src/${configOf(name)}`,
  Nuxt: (name) => `server/${name}`,
};

function configOf(name: string): string {
  return name === "auth.ts" ? "auth.config.ts" : name;
}

/** Where a framework has a file that stands in no tab. Settings of tools, such as `.env` and `vitest.config.ts`, stay where they are. */
export function fileIn(framework: string, name: string): string {
  const isCode = /\.[jt]sx?$/.test(name) && !/\.config\.[jt]s$/.test(name);
  return isCode ? FILE_NAMES[framework]?.(name) ?? name : name;
}

/** The HTML of the name of a file that stands in no tab: each framework has its own. */
export function fileNames(name: string): string {
  const names = KINDS.framework.map((framework) =>
    `<span class="tab" data-tab="${tabOf(framework)}">${fileIn(framework, name)}</span>`
  );
  return `<span class="tabs" data-kind="framework">${names.join("")}</span>`;
}

/** The script that reads the choices before the page is shown. */
export function tabScript(): string {
  const places = JSON.stringify(ALL.map(([kind]) => placeOf(kind)));
  return `{const html=document.documentElement;html.classList.add("has-scripts");try{for(const place of ${places}){` +
    `const name=localStorage.getItem(place);if(name)html.setAttribute(place,name)}}catch{}}`;
}
