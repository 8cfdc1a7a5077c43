/**
 * Joins tests and the library into one function, in which a switch turns each mutant of one file on.
 *
 * @module
 */

import { Instrumenter } from "npm:@stryker-mutator/instrumenter@10.1.1";
import type { Plugin } from "npm:esbuild@0.28.2";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { esbuild } from "../_esbuild.ts";
import { readManifest, root } from "../exports.ts";
import { MESSAGES } from "./messages.ts";
import type { Plan } from "./worker.ts";

/** A change of one expression or statement. */
export interface Mutant {
  /** Number of the mutant in its file. */
  readonly id: string;
  /** Number of the line, from 1. */
  readonly line: number;
  /** What stands there instead, in one line. */
  readonly becomes: string;
  /** Text of the line in the source, without the space around it. */
  readonly source: string;
}

/** The files that the worker reads. */
export interface Bundle {
  /** Folder of the files. */
  readonly folder: string;
  /** Mutants that a test has to notice. */
  readonly mutants: readonly Mutant[];
}

const home = fileURLToPath(root);

/** Writes `bundle.js` and `plan.json` for the mutants of a file and the tests of these paths. */
export async function bundleMutants(
  file: string,
  tests: readonly string[],
  folder: string,
): Promise<Bundle> {
  const source = await readFile(new URL(file, root), "utf8");
  const { content, mutants } = await instrument(file, source);
  const externals = new Set<string>();
  const { outputFiles } = await esbuild({
    // The file first: what it computes once is otherwise computed in the first test that loads it.
    stdin: { contents: [file, ...tests].map((path) => `import "./${path}";\n`).join(""), resolveDir: home },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    charset: "utf8",
    logLevel: "error",
    plugins: [await toPackages(externals), toSources(home + file, content)],
  });
  await mkdir(folder, { recursive: true });
  const code = `export default async (__externals, __registry) => {\n${outputFiles[0]?.text}\n};\n`;
  await writeFile(`${folder}/bundle.js`, code);
  // What is computed with node:crypto, and without it where it is missing, has two ways.
  const worlds = [
    "native" as const,
    ...file.startsWith("src/crypto/") ? ["web" as const] : [],
    ...source.includes("isWorkerd") ? ["workers" as const] : [],
  ];
  const plan: Plan = { folder, externals: [...externals], worlds };
  await writeFile(`${folder}/plan.json`, JSON.stringify(plan));
  return { folder, mutants };
}

async function instrument(
  file: string,
  source: string,
): Promise<{ readonly content: string; readonly mutants: readonly Mutant[] }> {
  const options = { plugins: null, excludedMutations: [], ignorers: [MESSAGES] };
  const { files, mutants } = await new Instrumenter(SILENT)
    .instrument([{ name: home + file, mutate: true, content: source }], options);
  const lines = source.split("\n");
  const counted = mutants.filter(({ status }) => status !== "Ignored");
  return {
    content: files[0]?.content ?? "",
    mutants: counted.map(({ id, location: { start }, replacement }) => ({
      id,
      line: start.line + 1,
      becomes: replacement.replaceAll(/\s+/g, " "),
      source: lines[start.line]?.trim() ?? "",
    })),
  };
}

/** Reads what the instrumenter has made of the file, and gives each module its own `import.meta.url`. */
function toSources(mutated: string, content: string): Plugin {
  return {
    name: "sources",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = path === mutated ? content : await readFile(path, "utf8");
        const url = JSON.stringify(pathToFileURL(path).href);
        return { contents: source.replaceAll(/\bimport\.meta\.url\b/g, url), loader: "ts" };
      });
    },
  };
}

/** Finds the library under its public name, the tests' `test()` in the harness, and notes which packages are imported. */
async function toPackages(externals: Set<string>): Promise<Plugin> {
  const { name, exports } = await readManifest();
  return {
    name: "packages",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) => {
        const own = exports[path.replace(name, ".")];
        if (own) return { path: home + own.slice("./".length) };
        if (path === "node:test") return { path: `${home}tools/mutants/harness.ts` };
        externals.add(path);
        return { path, namespace: "package" };
      });
      onLoad({ filter: /./, namespace: "package" }, ({ path }) => ({
        contents: `module.exports = __externals[${JSON.stringify(path)}];`,
      }));
    },
  };
}

const no = (): boolean => false;
const nothing = (): void => {};

const SILENT = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
