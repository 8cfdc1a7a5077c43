/**
 * Compiles the code on pages of `docs/`: as an application with the npm package, by TypeScript; and at night as one of
 * Deno.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compile } from "../frameworks/_types.ts";
import { installPackages, ourTarball } from "../_packages.ts";

const ROOT = new URL("../../", import.meta.url);
const WORK = new URL(".work/docs/", ROOT);

/** An application that has all packages. Its folder is not below that of the pages that run: Deno would look into it. */
const APP = new URL(".work/compiled/", ROOT);

/** Packages of npm that pages import, with the versions of `deno.lock`. */
const PACKAGES: Readonly<Record<string, string>> = {
  "@auth/drizzle-adapter": "npm:@auth/drizzle-adapter@1.11.3",
  "@libsql/client": "npm:@libsql/client@0.18.0",
  "@simplewebauthn/server": "npm:@simplewebauthn/server@^14.0.3",
  "bcryptjs": "npm:bcryptjs@3.0.3",
  "drizzle-orm": "npm:drizzle-orm@0.45.4",
  "express": "npm:express@5.3.0",
  "fastify": "npm:fastify@5.12.8",
  "hono": "npm:hono@4.13.19",
  "nodemailer": "npm:nodemailer@^10.6.0",
  "pg": "npm:pg@8.23.1",
  "playwright-core": "npm:playwright-core@1.65.1",
  "postgres": "npm:postgres@3.4.9",
  "react": "npm:react@19.3.1",
  "redis": "npm:redis@6.3.1",
};

/** Types of packages that have none. */
const TYPES: Readonly<Record<string, string>> = {
  "express": "npm:@types/express@5.0.6",
  "pg": "npm:@types/pg@8.15.5",
  "react": "npm:@types/react@19",
};

/** Modules that stand in for packages of which a page needs only a little, and for those that a program generates. */
const STAND_INS: Readonly<Record<string, string>> = {
  "@auth/prisma-adapter": "./_prisma.ts",
  "@prisma/adapter-pg": "./_prisma.ts",
  "./prisma/client/index.js": "./_prisma.ts",
  "prisma/config": "./_prisma.ts",
  "@playwright/test": "./_runners.ts",
  "cypress": "./_runners.ts",
  "vitest": "./_runners.ts",
  "vitest/config": "./_runners.ts",
};

/** Packages that only a compiler needs, beside `TYPES`. */
const OF_COMPILERS: Readonly<Record<string, string>> = {
  "@types/deno": "2.7.0",
  "@types/node": "24.19.2",
  "@types/nodemailer": "8.0.2",
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
    const file = STAND_INS[specifier];
    if (file) return `${word}${names ?? ""} "${new URL(file, import.meta.url)}";`;
    const name = Object.keys(PACKAGES).find((name) => specifier === name || specifier.startsWith(`${name}/`));
    if (!name) return whole;
    const types = TYPES[name] ? `// @ts-types="${TYPES[name]}"\n` : "";
    return `${types}${word}${names ?? ""} "${PACKAGES[name]}${specifier.slice(name.length)}";`;
  });
}

/** Names the file of each module that stands in for another one. The packages are installed. */
export function installedPackages(text: string): string {
  return text.replaceAll(IMPORTS, (whole, word, names, specifier) => {
    const file = STAND_INS[specifier];
    return file ? `${word}${names ?? ""} "${fileURLToPath(new URL(file, STOOD_IN))}";` : whole;
  });
}

const IMPORTS = /^(import|export)( [^;]*?from)? "([^":]+)";/gm;

/** Copies of the modules that stand in, for TypeScript. */
const STOOD_IN = new URL("stand_ins/", APP);

/** The folder of the pages in an application with the npm package. */
export const COMPILED: URL = new URL("pages/", APP);

/** Installs what pages import. */
export async function installApp(): Promise<void> {
  const { file } = await ourTarball();
  const versions = Object.values({ ...PACKAGES, ...TYPES }).map((specifier) =>
    /^npm:(.+)@(.+)$/.exec(specifier)!.slice(1) as [string, string]
  );
  await installPackages(fileURLToPath(APP), {
    private: true,
    type: "module",
    dependencies: { "@latchkey/auth": `file:${file}`, ...Object.fromEntries(versions), ...OF_COMPILERS },
  });
  await writeFile(new URL(NOTHING, APP), "export {};\n");
  await mkdir(STOOD_IN, { recursive: true });
  for (const name of [...new Set(Object.values(STAND_INS)), "./_page.ts"]) {
    const text = await readFile(new URL(name, import.meta.url), "utf8");
    await writeFile(new URL(name, STOOD_IN), text.replaceAll(/"npm:(@?[^@"]+)@[^"/]+/g, '"$1'));
  }
}

/** A module without exports. */
const NOTHING = "nothing.d.ts";

/** What a program of TypeScript has beside the code. `fetch` of Node has a type of its own: its `json()` returns `unknown`. */
const PLATFORMS = {
  browser: { lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"] },
  /** As `tsc --init` writes it. The types of Preact, which those of `@auth/core` import, would bring those of browsers. */
  node: { lib: ["es2024"], exactOptionalPropertyTypes: true, paths: { preact: [`./${NOTHING}`] } },
} as const;

/**
 * Compiles files of the application in one program. The namespace `Deno` is known, because pages show code for Deno.
 *
 * @param name The name of the program.
 * @throws {Error} with what the compiler prints.
 */
export async function compileApp(
  name: string,
  files: readonly URL[],
  platform: keyof typeof PLATFORMS,
): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const project = {
    compilerOptions: {
      ...compilerOptions,
      ...PLATFORMS[platform],
      target: "es2024",
      module: "nodenext",
      types: ["node", "deno"],
      jsx: "react-jsx",
      allowImportingTsExtensions: true,
      allowJs: true,
      noEmit: true,
      skipLibCheck: true,
    },
    files: files.map((file) => fileURLToPath(file)),
  };
  await writeFile(new URL(`${name}.json`, APP), JSON.stringify(project));
  await compile(fileURLToPath(APP), ["-p", `${name}.json`]);
}

/** Compiles files in one program of Deno, as an application would that is strict. @returns The errors, "" without any. */
export async function checkWithDeno(files: readonly URL[]): Promise<string> {
  const { name, exports, imports, compilerOptions } = JSON.parse(
    await readFile(new URL("deno.json", ROOT), "utf8"),
  );
  const own = Object.entries(exports as Record<string, string>).map(([path, file]) => [
    name + path.slice(1),
    new URL(file, ROOT).href,
  ]);
  const config = new URL("deno.json", WORK);
  await mkdir(WORK, { recursive: true });
  await writeFile(
    config,
    JSON.stringify({
      imports: { ...imports, ...Object.fromEntries(own) },
      lock: false,
      compilerOptions: {
        ...compilerOptions,
        lib: ["deno.window", "dom", "dom.iterable", "dom.asynciterable"],
        jsx: "react-jsx",
        jsxImportSource: PACKAGES.react,
        jsxImportSourceTypes: TYPES.react,
      },
    }),
  );
  const paths = files.map((file) => fileURLToPath(file));
  const args = ["check", "--quiet", "--config", fileURLToPath(config), ...paths];
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } }, (error, stdout, stderr) => {
      resolve(error ? errorsOf(`${stdout}${stderr}` || error.message) : "");
    });
  });
}

/**
 * The errors in the code of a page. A field that a page adds to a type of ours is missing in our sources, which the
 * compiler of an application does not check.
 */
function errorsOf(output: string): string {
  const errors = output.split(/\n\n(?=\S)/).filter((error) => /^TS\d+ /.test(error));
  const sources = new URL("src/", ROOT).href;
  const own = errors.filter((error) => !(/^ {4}at (\S+)/m.exec(error)?.[1] ?? "").startsWith(sources));
  return errors.length > 0 ? own.join("\n\n") : output;
}
