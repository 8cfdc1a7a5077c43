/**
 * The code of pages of `docs/`: where it goes, and what it imports there.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** The folder of all pages, as modules of Deno. */
export const WORK: URL = new URL(".work/docs/", ROOT);

/** An application that has all packages. Its folder is not below that of the pages that run: Deno would look into it. */
export const APP: URL = new URL(".work/compiled/", ROOT);

/** Packages of npm that pages import, with the versions of `deno.lock`. */
export const PACKAGES: Readonly<Record<string, string>> = {
  "@auth/drizzle-adapter": "npm:@auth/drizzle-adapter@1.11.3",
  "@libsql/client": "npm:@libsql/client@0.18.0",
  "@simplewebauthn/server": "npm:@simplewebauthn/server@^14.0.3",
  "bcryptjs": "npm:bcryptjs@3.0.3",
  "better-auth": "npm:better-auth@1.7.7",
  "drizzle-orm": "npm:drizzle-orm@0.45.4",
  "express": "npm:express@5.3.0",
  "fastify": "npm:fastify@5.12.8",
  "hono": "npm:hono@4.13.19",
  "nodemailer": "npm:nodemailer@^10.6.0",
  "pg": "npm:pg@8.23.1",
  "playwright-core": "npm:playwright-core@1.65.1",
  "postgres": "npm:postgres@3.4.9",
  "react": "npm:react@19.3.1",
  "react-dom": "npm:react-dom@19.3.1",
  "mysql2": "npm:mysql2@3.24.5",
  "redis": "npm:redis@6.3.1",
  "standardwebhooks": "npm:standardwebhooks@^1.1.1",
  "ws": "npm:ws@8.21.0",
};

/** Types of packages that have none. */
export const TYPES: Readonly<Record<string, string>> = {
  "express": "npm:@types/express@5.0.6",
  "pg": "npm:@types/pg@8.15.5",
  "react": "npm:@types/react@19",
  "react-dom": "npm:@types/react-dom@19",
  "ws": "npm:@types/ws@8.18.2",
};

/** Packages that only the old program of a page about migration imports, in JavaScript: no compiler needs them. */
const LEFT: Readonly<Record<string, string>> = {
  "@openauthjs/openauth": "npm:@openauthjs/openauth@0.4.3",
  "arctic": "npm:arctic@3.7.0",
  "valibot": "npm:valibot@1.5.0",
};

/** Modules that stand in for packages of which a page needs only a little, and for those that a program generates. */
export const STAND_INS: Readonly<Record<string, string>> = {
  "/altcha.min.js": "./_altcha.ts",
  "@auth/prisma-adapter": "./_prisma.ts",
  "@prisma/adapter-pg": "./_prisma.ts",
  "drizzle-kit": "./_drizzle_kit.ts",
  "expo-crypto": "./_expo.ts",
  "expo-secure-store": "./_expo.ts",
  "expo-web-browser": "./_expo.ts",
  "./prisma/client/index.js": "./_prisma.ts",
  "prisma/config": "./_prisma.ts",
  "@playwright/test": "./_runners.ts",
  "cypress": "./_runners.ts",
  "vitest": "./_runners.ts",
  "vitest/config": "./_runners.ts",
};

/** Packages of a monorepo that a page shows, from the folder of an application. No package manager links them here. */
export const WORKSPACE: Readonly<Record<string, string>> = {
  "@acme/auth": "../../packages/auth/config.ts",
};

/** The folder of a page below `.work/docs`, with a slash at its end. */
export function inFolder(page: string): URL {
  return new URL(`${page}/`, WORK);
}

/** The code of a page, for the compiler. */
export interface PageCode {
  /** Its path from the root of the repository. */
  readonly page: string;
  /** The modules that it shows. */
  readonly modules: readonly URL[];
  /** The text of all of them. */
  readonly text: string;
  /** The tabs whose applications need a build. Default: none. */
  readonly tabs?: readonly TabCode[];
}

/** The code of a tab. */
export interface TabCode {
  /** The framework. */
  readonly tab: string;
  /** The folder of the application. */
  readonly folder: URL;
  /** Its modules that the section shows. */
  readonly modules: readonly URL[];
}

/** A field that a page adds to a type of the library. */
const AUGMENTATION = /^declare module "[^"]+" \{$([^]*?)^\}$/gm;

/**
 * Pages that name a field which only other pages add to a type of the library, in as few programs as possible, without the
 * pages that add it: there, a field that a page has forgotten to add is missing.
 */
export function withoutLenders(pages: readonly PageCode[]): readonly (readonly PageCode[])[] {
  const programs: PageCode[][] = [];
  for (const page of pages.filter((page) => pages.some((other) => lends(other, page)))) {
    const program = programs.find((program) =>
      !program.some((other) => lends(other, page) || lends(page, other))
    );
    if (program) program.push(page);
    else programs.push([page]);
  }
  return programs;
}

/** Whether a page adds a field that another one names and does not add. */
function lends(from: PageCode, to: PageCode): boolean {
  const own = addedFields(to);
  return [...addedFields(from)].some((field) =>
    !own.has(field) && new RegExp(`\\b${field.split(".")[1]}\\b`).test(to.text)
  );
}

/** The fields that a page adds, with their types: `JWT.plan`. */
function addedFields({ text }: PageCode): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(AUGMENTATION)].flatMap(([, module]) =>
      [...module!.matchAll(/^ {2}interface (\w+) \{$([^]*?)^ {2}\}$/gm)].flatMap(([, name, body]) =>
        [...body!.matchAll(/^ {4}(?:readonly )?(\w+)\??:/gm)].map(([, field]) => `${name}.${field}`)
      )
    ),
  );
}

/** Changes what the code of a page imports. */
export type Rewrite = (text: string) => string;

/** Writes the version of each imported package into the import, and where its types are: no package is installed. */
export function npmPackages(text: string): string {
  return text.replaceAll(IMPORTS, (whole, word, names, specifier) => {
    const linked = WORKSPACE[specifier];
    if (linked) return `${word}${names ?? ""} "${linked}";`;
    const file = STAND_INS[specifier];
    if (file) return `${word}${names ?? ""} "${new URL(file, import.meta.url)}";`;
    const all = { ...PACKAGES, ...LEFT };
    const name = Object.keys(all).find((name) => specifier === name || specifier.startsWith(`${name}/`));
    if (!name) return whole;
    const types = TYPES[name] ? `// @ts-types="${TYPES[name]}"\n` : "";
    return `${types}${word}${names ?? ""} "${all[name]}${specifier.slice(name.length)}";`;
  });
}

/** Names the file of each module that stands in for another one. The packages are installed. */
export function installedPackages(text: string): string {
  return text.replaceAll(IMPORTS, (whole, word, names, specifier) => {
    const file = STAND_INS[specifier];
    const target = WORKSPACE[specifier] ?? (file && fileURLToPath(new URL(file, STOOD_IN)));
    return target ? `${word}${names ?? ""} "${target}";` : whole;
  });
}

const IMPORTS = /^(import|export)( [^;]*?from)? "([^":]+)";/gm;

/** Copies of the modules that stand in, for TypeScript. */
export const STOOD_IN: URL = new URL("stand_ins/", APP);
