/**
 * Lets Node find what a bundler finds: imports without an extension, and `paths` of tsconfig.json. Frameworks such as Next
 * write both, so the module with the config has them.
 *
 * @module
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import * as modules from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Names that a bundler tries, in place of the name that is written. */
const ENDINGS = [".ts", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.mts", "/index.js", "/index.mjs"];

/** Warnings of Node about the files of the application, which run as they should. */
const HARMLESS = /^MODULE_TYPELESS_PACKAGE_JSON$|^ExperimentalWarning$/;

type Resolve = (specifier: string, context?: object) => { readonly url: string };

/** `registerHooks` of Node 22.15 and newer. */
type RegisterHooks = (hooks: {
  resolve(specifier: string, context: { readonly parentURL?: string | undefined }, next: Resolve): object;
}) => { deregister(): void };

/**
 * Changes how Node imports modules of an application, until the returned function is called. Other runtimes, and
 * versions of Node without these hooks, stay as they are.
 *
 * @param folder The folder of the application: it may have a tsconfig.json.
 */
export function importAsBundlersDo(folder: string): () => void {
  const { deno, bun } = process.versions as Readonly<Record<string, string | undefined>>;
  if (deno || bun) return () => {};
  const { emitWarning } = process;
  process.emitWarning = ((...args: Parameters<typeof emitWarning>) => {
    if (!args.some(isHarmless)) emitWarning(...args);
  }) as typeof emitWarning;
  const { registerHooks } = modules as { registerHooks?: RegisterHooks };
  const paths = pathsIn(folder);
  const hooks = registerHooks?.({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        const found = findFile(specifier, context.parentURL, paths);
        if (found === null) throw error;
        return next(pathToFileURL(found).href, context);
      }
    },
  });
  return () => {
    hooks?.deregister();
    process.emitWarning = emitWarning;
  };
}

/** Finds the file that an import of an application means; `null` for a package, and for a file that does not exist. */
type FindImport = (specifier: string, importer: string) => string | null;

/** Returns a function that finds imports as bundlers do. @param folder As in {@linkcode importAsBundlersDo}. */
export function importFinder(folder: string): FindImport {
  const paths = pathsIn(folder);
  return (specifier, importer) => findFile(specifier, pathToFileURL(importer).href, paths);
}

/** @param part A parameter of `process.emitWarning`: a text, a type, or an object with a type and a code. */
function isHarmless(part: unknown): boolean {
  if (typeof part === "string") return HARMLESS.test(part);
  const { code, type, name } = Object(part) as Readonly<Record<string, unknown>>;
  return [code, type, name].some((each) => typeof each === "string" && HARMLESS.test(each));
}

/** An entry of `paths`: the text before the `*`, and where it leads. */
type Alias = readonly [prefix: string, target: string];

/** @returns The file that a bundler takes; `null` if there is none. */
function findFile(specifier: string, importer: string | undefined, aliases: readonly Alias[]): string | null {
  if (/^\.\.?(\/|$)/.test(specifier)) {
    return importer?.startsWith("file:")
      ? withEnding(resolve(dirname(fileURLToPath(importer)), specifier))
      : null;
  }
  const candidates = aliases.filter(([prefix]) => specifier.startsWith(prefix))
    .map(([prefix, target]) => withEnding(join(target, specifier.slice(prefix.length))));
  return candidates.find((path) => path !== null) ?? null;
}

function withEnding(path: string): string | null {
  if (existsSync(path) && statSync(path).isFile()) return path;
  const found = ENDINGS.map((ending) => path + ending).find((each) => existsSync(each));
  // TypeScript lets `./db.js` stand for `./db.ts`.
  return found ?? [path.replace(/\.([cm]?)js$/, ".$1ts")].find((each) => each !== path && existsSync(each)) ??
    null;
}

/** The `paths` that end with `*`, of the tsconfig.json or jsconfig.json of a folder. What these extend is not read. */
function pathsIn(folder: string): readonly Alias[] {
  for (const file of ["tsconfig.json", "jsconfig.json"]) {
    try {
      const { compilerOptions } = JSON.parse(withoutComments(readFileSync(join(folder, file), "utf8")));
      const base = resolve(folder, String(compilerOptions?.baseUrl ?? "."));
      const entries = Object.entries<readonly string[]>(compilerOptions?.paths ?? {});
      return entries.flatMap(([name, targets]) =>
        targets.filter((target) => name.endsWith("*") && target.endsWith("*"))
          .map((target): Alias => [name.slice(0, -1), resolve(base, target.slice(0, -1))])
      );
    } catch {
      // The file does not exist, or is not valid JSON. The compiler reports the latter.
    }
  }
  return [];
}

/** JSON without the comments and the last commas that tsconfig.json may have. */
function withoutComments(text: string): string {
  return text.replaceAll(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[^]*?\*\//g, "$1")
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
}
