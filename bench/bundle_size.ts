/**
 * Size of the code that a worker on the edge loads, and of the code that a page loads.
 *
 * @module
 */

import { relative } from "node:path";
import type { Metafile, Plugin } from "npm:esbuild@0.28.2";
import { esbuild } from "../tools/_esbuild.ts";
import { OPTIONAL } from "../tools/architecture.ts";

/** Sizes in kB (1000 bytes), minified and gzipped. */
export interface BundleSizes {
  /** All code, with the modules that are imported lazily. */
  readonly whole: number;
  /** The code that the first request loads. */
  readonly initial: number;
  /** The code that is loaded once a user has signed in with OAuth. */
  readonly oauth: number;
  /** The mark of the provider: the part that is loaded at once. */
  readonly markAtOnce: number;
  /** The mark of the provider: what the sign-in page loads. */
  readonly markOnPage: number;
}

/**
 * Bundles core, one provider and `./jwt` of a package.
 *
 * @param directory Where the package is installed.
 * @param specifier Name of the package.
 */
export async function bundleSizes(directory: string, specifier: string): Promise<BundleSizes> {
  const contents = `export { Auth } from "${specifier}";
    export { default as GitHub } from "${specifier}/providers/github";
    export { decode, encode, getToken } from "${specifier}/jwt";`;
  const whole = await bundle(directory, contents, { splitting: false });
  const parts = await bundle(directory, contents, { splitting: true });
  const initial = atOnce(parts.meta, lazyIn(parts.meta, AT_FIRST));
  const mark = marksIn(parts.meta);
  return {
    whole: await sum(whole.sizes, [...whole.sizes.keys()]),
    initial: await sum(parts.sizes, initial),
    oauth: await sum(parts.sizes, atOnce(parts.meta, lazyIn(parts.meta, TO_SIGN_IN))),
    markAtOnce: await sum(parts.sizes, mark.filter((path) => initial.includes(path))),
    markOnPage: await sum(parts.sizes, mark.filter((path) => !initial.includes(path))),
  };
}

/** A program whose code is one file: what a bundler makes for Workers and Lambda. */
export interface OneFile {
  /** Size in kB, minified and gzipped. */
  readonly size: number;
  /** The same without packages that the library depends on. */
  readonly own: number;
}

/**
 * Bundles a program into one file, without splitting: what is loaded later lies in it all the same.
 *
 * @param directory Where its imports are resolved.
 * @param contents The program.
 */
export async function oneFile(directory: string, contents: string): Promise<OneFile> {
  const { sizes } = await bundle(directory, contents, { splitting: false });
  const own = await bundle(directory, contents, { splitting: false, plugins: [withoutPackages()] });
  return {
    size: await sum(sizes, [...sizes.keys()]),
    own: await sum(own.sizes, [...own.sizes.keys()]),
  };
}

/**
 * Bundles a program with splitting.
 *
 * @returns Size in kB, minified and gzipped, of what it loads at its start.
 */
export async function startSize(directory: string, contents: string): Promise<number> {
  const { meta, sizes } = await bundle(directory, contents, { splitting: true });
  return await sum(sizes, atOnce(meta, []));
}

/**
 * Bundles a program as `oneFile()` does.
 *
 * @param directory Where its imports are resolved.
 * @param contents The program.
 * @param plugin A plugin of esbuild.
 * @returns Bytes of each module in it, minified, by its path from `directory`.
 */
export async function modulesIn(
  directory: string,
  contents: string,
  plugin: Plugin,
): Promise<ReadonlyMap<string, number>> {
  const { meta } = await bundle(directory, contents, { splitting: false, plugins: [plugin] });
  const inputs = Object.values(meta.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return new Map(used.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
}

/** Leaves out what a package of the library imports from other packages. */
function withoutPackages(): Plugin {
  return {
    name: "without-packages",
    setup({ onResolve }) {
      onResolve(
        { filter: /^[^./]/ },
        ({ importer, path }) =>
          importer === "<stdin>" || path.startsWith("node:") ? null : { path, external: true },
      );
    },
  };
}

/** Sizes in kB of a module for browsers, minified and gzipped. */
export interface ModuleSizes {
  /** The code that a page loads at its start. */
  readonly initial: number;
  /** The code that a page loads when it calls a function that needs it. */
  readonly later: number;
}

/**
 * Bundles a module for browsers with all that it exports, and without React.
 *
 * @param directory Where its package is installed.
 * @param specifier The module.
 */
export async function moduleSizes(directory: string, specifier: string): Promise<ModuleSizes> {
  const { meta, sizes } = await bundle(directory, `export * from "${specifier}";`, { splitting: true });
  const initial = atOnce(meta, []);
  return {
    initial: await sum(sizes, initial),
    later: await sum(sizes, [...sizes.keys()].filter((path) => !initial.includes(path))),
  };
}

interface Bundle {
  readonly meta: Metafile;
  readonly sizes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

async function bundle(
  directory: string,
  contents: string,
  { splitting, plugins = [] }: { readonly splitting: boolean; readonly plugins?: readonly Plugin[] },
): Promise<Bundle> {
  const { metafile, outputFiles } = await esbuild({
    stdin: { contents, loader: "ts", resolveDir: directory },
    absWorkingDir: directory,
    bundle: true,
    conditions: ["workerd", "worker", "import"],
    external: [
      "node:*",
      "react",
      ...OPTIONAL,
    ],
    format: "esm",
    logLevel: "error",
    mainFields: ["module", "main"],
    metafile: true,
    minify: true,
    outdir: "bundle",
    platform: "neutral",
    plugins: [...plugins],
    splitting,
    target: "es2022",
    write: false,
  });
  const sizes = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { path, contents } of outputFiles) {
    sizes.set(relative(directory, path), new Uint8Array(contents));
  }
  return { meta: metafile, sizes };
}

/** Matches the modules that the first request imports lazily. */
const AT_FIRST = /\/auth_answer-\w+\.js$/;

/** Matches the modules that a sign-in with OAuth imports lazily. */
const TO_SIGN_IN = /\/(?:auth_answer|signin|callback|oauth_method|exchange|identity)-\w+\.js$/;

/** @throws {Error} if there are chunks, but none has one of these names: the figure would omit them. */
function lazyIn({ outputs }: Metafile, names: RegExp): readonly string[] {
  const lazy = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => kind === "dynamic-import" && outputs[path] ? [path] : [])
  );
  const wanted = lazy.filter((path) => names.test(outputs[path]?.entryPoint ?? ""));
  if (lazy.length && !wanted.length) throw new Error(`Cannot find ${names} in ${lazy.join(", ")}`);
  return wanted;
}

/** Returns the files that contain a module which a provider imports lazily: its mark. */
function marksIn({ inputs, outputs }: Metafile): readonly string[] {
  const marks = new Set(
    Object.entries(inputs).filter(([path]) => /\/providers\/[^/]+\.js$/.test(path)).flatMap((
      [, { imports }],
    ) => imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path)),
  );
  return Object.keys(outputs).filter((path) =>
    Object.keys(outputs[path]!.inputs).some((input) => marks.has(input))
  );
}

/** The entry, the given chunks, and all that both import statically. */
function atOnce({ outputs }: Metafile, chunks: readonly string[]): readonly string[] {
  const entry = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>");
  const reached = new Set([...entry, ...chunks]);
  for (const path of reached) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && outputs[imported]) reached.add(imported);
    }
  }
  return [...reached];
}

async function sum(files: Bundle["sizes"], paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += await gzippedLength(files.get(path) ?? new Uint8Array());
  return bytes / 1000;
}

async function gzippedLength(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
