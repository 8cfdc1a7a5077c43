/**
 * The code of the tabs for Next and SvelteKit, for the compiler: what the application has beside it, and what the program
 * of the framework generates.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { APP, type TabCode } from "./_code.ts";
import { stepsOf } from "./_walkthrough.ts";

const ROOT = new URL("../../", import.meta.url);

/** How the code of a framework is completed. */
interface Framework {
  /** The page whose application a recipe begins with. */
  readonly page: string;
  /** The modules of that page which the code of recipes imports. */
  readonly modules: readonly string[];
  /** Declares what the framework generates for all applications. */
  readonly globals: string;
  /** Completes the files of one application. */
  complete(folder: URL, file: string, text: string): Promise<string>;
}

const FRAMEWORKS: Readonly<Record<"Next" | "SvelteKit", Framework>> = {
  Next: {
    page: "docs/frameworks/next.md",
    modules: ["auth.config.ts", "auth.ts"],
    globals: "export {};\n",
    complete: (folder, _, text) => Promise.resolve(text.replaceAll('"@/', `"${fileURLToPath(folder)}`)),
  },
  SvelteKit: {
    page: "docs/frameworks/sveltekit.md",
    modules: ["src/auth.config.ts", "src/auth.ts"],
    // Each application has its own type of `event.locals`; the hooks of all have this one.
    globals: `declare module "$app/env/private" {}
declare namespace App {
  type Own = import("@latchkey/auth/sveltekit").LocalsOf<import("@latchkey/auth").AuthConfig>;
  interface Locals extends Own {}
}
`,
    async complete(folder, file, text) {
      if (text.includes('"./$types"')) {
        const config = JSON.stringify(fileURLToPath(new URL("src/auth.config.ts", folder)));
        const types = ROUTE_TYPES.replace("CONFIG", config).replace("PARAMS", paramsOf(file));
        await writeFile(new URL("$types.d.ts", new URL(file, folder)), types);
      }
      return text;
    },
  },
};

/** What `svelte-kit sync` writes beside a route, with the session of its application. */
const ROUTE_TYPES = `import type * as Kit from "@sveltejs/kit";
import type { LocalsOf } from "@latchkey/auth/sveltekit";
import type { config } from CONFIG;

type With<Event> = Omit<Event, "locals"> & { locals: LocalsOf<typeof config> };
type Awaitable<T> = T | Promise<T>;
type Params = PARAMS;

export type PageServerLoad = (event: With<Kit.ServerLoadEvent<Params>>) => Awaitable<void | Record<string, any>>;
export type LayoutServerLoad = PageServerLoad;
export type RequestHandler = (event: With<Kit.RequestEvent<Params>>) => Awaitable<Response>;
export type Action = (event: With<Kit.RequestEvent<Params>>) => Awaitable<void | Record<string, any>>;
export type Actions = Record<string, Action>;
`;

/** The type of the parameters in the path of a route: `[id]`, `[...rest]`, `[[optional]]`. */
function paramsOf(file: string): string {
  const names = [...file.matchAll(/(\[?)\[(?:\.\.\.)?(\w+)/g)].map(([, optional, name]) =>
    `${name}${optional && "?"}: string`
  );
  return `{ ${names.join("; ")} }`;
}

/** Example → the packages that code of its framework imports. */
const USED: Readonly<Record<string, readonly string[]>> = {
  next: ["next"],
  sveltekit: ["@sveltejs/adapter-node", "@sveltejs/kit", "svelte", "vite"],
};

/** The packages of the frameworks, with the versions of the examples. */
export async function frameworkPackages(): Promise<Readonly<Record<string, string>>> {
  const packages: Record<string, string> = {};
  for (const [example, names] of Object.entries(USED)) {
    const text = await readFile(new URL(`examples/${example}/package.json`, ROOT), "utf8");
    const { dependencies, devDependencies } = JSON.parse(text);
    for (const name of names) packages[name] = { ...dependencies, ...devDependencies }[name];
  }
  return packages;
}

/** Completes the applications of tabs. @returns The modules to compile. */
export async function completeTabs(
  framework: keyof typeof FRAMEWORKS,
  tabs: readonly TabCode[],
): Promise<readonly URL[]> {
  const { page, modules, globals, complete } = FRAMEWORKS[framework];
  const shown = stepsOf(await readFile(new URL(page, ROOT), "utf8"));
  for (const { folder } of tabs) {
    for (const step of shown) {
      if (step.type !== "file" || !modules.includes(step.path)) continue;
      const file = new URL(step.path, folder);
      if (!existsSync(file)) await writeInto(file, step.text);
    }
    for (const file of await readdir(folder, { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const url = new URL(file, folder);
      await writeFile(url, await complete(folder, file, await readFile(url, "utf8")));
    }
  }
  const declared = new URL(`${framework.toLowerCase()}.d.ts`, APP);
  await writeFile(declared, globals);
  return [declared, ...tabs.flatMap(({ modules }) => modules)];
}

async function writeInto(file: URL, text: string): Promise<void> {
  await mkdir(dirname(fileURLToPath(file)), { recursive: true });
  await writeFile(file, text);
}
