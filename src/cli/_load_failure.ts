/**
 * Explains why a module of the application cannot be loaded.
 *
 * @module
 */

import { relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { AuthError } from "../errors/auth_error.ts";
import { isA, messageOf, propertyOf } from "../errors/thrown.ts";

/** There is no config to check. */
export class LoadError extends Error {
  /** What to write. */
  readonly advice: string;

  /**
   * @param message What is wrong.
   * @param advice What to write.
   */
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Advice where a module does more than to export the config. */
export const SEPARATE =
  "Move the config into a file of its own, such as auth.config.ts, that imports neither the framework " +
  "nor the server: `export const config = { providers: […] }`. Import it where it was, and run " +
  "`npx @latchkey/auth check auth.config.ts`";

/** Returns why a module was not loaded, and what to do. @param shown Path of the module. */
export function explainFailure(thrown: unknown, shown: string): LoadError {
  const message = messageOf(thrown);
  const code = String(propertyOf(thrown, "code"));
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" || /Unknown file extension/.test(message)) {
    return new LoadError(
      `Node ${process.versions.node} cannot load ${shown}: it does not run TypeScript`,
      TYPESCRIPT,
    );
  }
  if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") {
    return new LoadError(
      `Node cannot load ${shown}: it removes types, and does not compile the rest of TypeScript: ${
        firstLine(message)
      }`,
      BUN,
    );
  }
  if (/Cannot use import statement outside a module|Unexpected token 'export'/.test(message)) {
    return new LoadError(
      `Node cannot load ${shown}: package.json says \`"type": "commonjs"\`, or nothing`,
      'Write `"type": "module"` in package.json (`npm pkg set type=module`), or name the file with .mts or .mjs',
    );
  }
  if (code === "EADDRINUSE" || propertyOf(thrown, "name") === "AddrInUse") {
    return new LoadError(`${shown} starts a server when it is loaded, and its port is in use`, SEPARATE);
  }
  if (/Client Component|outside a request scope/.test(message)) {
    return new LoadError(`${shown} can be loaded by its framework only: ${firstLine(message)}`, SEPARATE);
  }
  if (isA(thrown, AuthError)) {
    return new LoadError(`${shown} has a fault: ${firstLine(message)}`, "Write what the message says");
  }
  const missing = missingImport(message);
  if (missing !== null) {
    return explainImport(missing, importerIn(message) ?? `${shown}, or a module that it needs,`);
  }
  return new LoadError(
    `${shown} cannot be loaded: ${String(propertyOf(thrown, "name") ?? "Error")}: ${firstLine(message)}`,
    "Load it alone to see where it fails. A module that needs its framework or its server does not load here: move the " +
      "config into a file of its own",
  );
}

const BUN_OR_DENO = "`bunx --bun @latchkey/auth check`, `deno run -A npm:@latchkey/auth/cli check`";

const BUN = `Run the command with Bun or Deno: ${BUN_OR_DENO}`;

const TYPESCRIPT =
  "Run the command with a newer Node, `npx -y -p node@24 -p @latchkey/auth latchkey check`, or with Bun or Deno: " +
  BUN_OR_DENO;

/** Modules that exist only inside of a framework or a platform: a prefix, and its name. */
const FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/^\$(app|env|lib|service-worker)\b/, "SvelteKit"],
  [/^next(\/|$)|^server-only$|^client-only$/, "Next"],
  [/^astro(:|$)/, "Astro"],
  [/^(#imports|#app|#auth|#build|nitropack|nuxt)(\/|$)/, "Nuxt"],
  [/^cloudflare(:|$)/, "Cloudflare Workers"],
  [/^virtual(:|$)/, "a bundler"],
];

/** Modules that exist only in another runtime: a prefix, the runtime, and the command there. */
const RUNTIMES: readonly (readonly [RegExp, string, string])[] = [
  [/^bun(:|$)/, "Bun", "bunx --bun @latchkey/auth check"],
  [/^(?:npm|jsr|https?):/, "Deno", "deno run -A npm:@latchkey/auth/cli check"],
];

/** @param importer The module with the import. */
function explainImport(specifier: string, importer: string): LoadError {
  const framework = FRAMEWORKS.find(([pattern]) => pattern.test(specifier))?.[1];
  if (framework) {
    return new LoadError(
      `${importer} imports "${specifier}", which exists only inside of ${framework}`,
      SEPARATE,
    );
  }
  const runtime = RUNTIMES.find(([pattern]) => pattern.test(specifier));
  if (runtime) {
    return new LoadError(
      `${importer} imports "${specifier}", which exists only in ${runtime[1]}`,
      `Run the command there: \`${runtime[2]}\``,
    );
  }
  if (/^[@~#$]\//.test(specifier)) {
    return new LoadError(
      `${importer} imports "${specifier}": this runtime does not read \`paths\` of tsconfig.json`,
      `Write a relative path with its extension, or use Bun, which reads them: \`bunx --bun @latchkey/auth check\``,
    );
  }
  if (/^(\.|\/|file:|[A-Z]:)/i.test(specifier)) {
    return new LoadError(
      `${importer} imports "${specifier}", and there is no such file`,
      'Write the extension, as in `import { db } from "./db.ts"`, or use Bun, which needs none: ' +
        "`bunx --bun @latchkey/auth check`",
    );
  }
  return new LoadError(
    `${importer} imports "${specifier}", which is not installed`,
    `Install it, such as with \`npm install ${specifier}\`, and run the command in the folder of the application`,
  );
}

/** Returns the import that a runtime did not find; `null` if that is not the message. */
function missingImport(message: string): string | null {
  const patterns = [
    // Node and Bun
    /Cannot find (?:package|module) ['"]([^'"]+)['"]/,
    /Received protocol ['"]([^'"]+)['"]/,
    // Deno
    /Relative import path "([^"]+)" not prefixed/,
    /Import "([^"]+)" not a dependency/,
    /Unsupported scheme "([^"]+)"/,
    /Module not found "([^"]+)"/,
    /Package import specifier "([^"]+)" is not defined/,
    /Could not find (?:package|module) ['"]?([^\s'"]+)/i,
  ];
  const found = patterns.map((pattern) => pattern.exec(message)?.[1]).find((each) => each !== undefined);
  // Node names the file of a package that has no `exports`, such as Next.
  return found?.replace(/^.*\/node_modules\//, "") ?? null;
}

/** Returns the module with the import, from the current folder; `null` if the message does not name it. */
function importerIn(message: string): string | null {
  const found = /(?: imported from | from |\n +at )['"]?((?:file:\/\/)?\/[^'"\s]+?)['"]?(?::\d+)*(?:\s|$)/
    .exec(message)?.[1];
  if (!found) return null;
  const path = relative(process.cwd(), found.startsWith("file:") ? fileURLToPath(found) : found);
  // A package is not what the application has to change.
  return path === "" || path.startsWith("..") || path.includes("node_modules") ? null : path;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
}
