/**
 * `deno task api`: writes the public interface into `docs/api.txt`, and prints what differs from the last release; before
 * the first one, from the file as it was. `deno task api --release` also notes it as that of the version in `deno.json`.
 *
 * @module
 */

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { compareExports } from "./api/compare.ts";
import type { Export } from "./api/export.ts";
import { readExports } from "./api/read.ts";
import { parseText, toText } from "./api/text.ts";
import { readManifest, root } from "./exports.ts";

/** Path of the public interface. */
export const API_FILE = "docs/api.txt";

const RELEASED = "docs/api/";

/** The interface of the newest release. */
export interface Released {
  /** Its version. */
  readonly version: string;
  /** What it exports. */
  readonly exports: readonly Export[];
}

/** Returns the content that `docs/api.txt` must have. */
export function apiFile(exports: readonly Export[]): string {
  return `The public interface: each export of each sub-path. \`deno task api\` writes this file.\n\n${
    toText(exports)
  }`;
}

/**
 * Reads the interface of the newest release from `docs/api`; `null` before the first one.
 *
 * @throws {Error} if there are several.
 */
export async function readReleased(): Promise<Released | null> {
  const [file, ...others] = await readdir(new URL(RELEASED, root)).catch(() => []);
  if (!file) return null;
  if (others.length) {
    throw new Error(`Cannot read the last release: ${RELEASED} has ${1 + others.length} files`);
  }
  const text = await readFile(new URL(RELEASED + file, root), "utf8");
  return { version: file.replace(/\.txt$/, ""), exports: parseText(text) };
}

if (import.meta.main) await writeApi(Deno.args);

async function writeApi(args: readonly string[]): Promise<void> {
  const exports = await readExports();
  const written = parseText(await readFile(new URL(API_FILE, root), "utf8"));
  await writeFile(new URL(API_FILE, root), apiFile(exports));
  if (args.includes("--release")) await noteRelease(exports);
  const released = await readReleased();
  const since = released ? ` since ${released.version}` : "";
  for (const { kind, what, path } of compareExports(released?.exports ?? written, exports)) {
    console.log(`${kind}${since}: ${what} of ${path}`);
  }
}

async function noteRelease(exports: readonly Export[]): Promise<void> {
  const { version } = await readManifest();
  await rm(new URL(RELEASED, root), { recursive: true, force: true });
  await mkdir(new URL(RELEASED, root));
  await writeFile(new URL(`${RELEASED}${version}.txt`, root), apiFile(exports));
}
