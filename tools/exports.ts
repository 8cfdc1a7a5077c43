/**
 * `deno task exports`: lists each provider, adapter and integration in `deno.json`, mirrors `deno.json` in `jsr.json`, and
 * writes its version into the command.
 *
 * @module
 */

import { readdir, readFile, writeFile } from "node:fs/promises";

/** The part of `deno.json` that this program and its tests read. */
export interface Manifest {
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version: string;
  /** Licence, as an SPDX identifier. */
  readonly license: string;
  /** Public sub-path → source file. */
  readonly exports: Readonly<Record<string, string>>;
  /** Run-time dependencies. */
  readonly imports: Readonly<Record<string, string>>;
  /** Which files are published. */
  readonly publish: { readonly include: readonly string[] };
}

/** Root of the repository. */
export const root: URL = new URL("../", import.meta.url);

/** The module of the command that holds the version: it cannot read `deno.json`, which the npm package does not have. */
export const VERSION_FILE = "src/cli/version.ts";

/** The manifest as it stands in the repository. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(new URL("deno.json", root), "utf8"));
}

/** The content of `jsr.json`. */
export function jsrOf({ name, version, license, exports, publish }: Manifest): Omit<Manifest, "imports"> {
  return { name, version, license, exports, publish };
}

/** The sub-path of each module for browsers. The other files of `src/client` are parts of these. */
const CLIENTS: Readonly<Record<string, string>> = {
  "./client": "./src/client/client.ts",
  "./next/client": "./src/client/next.ts",
  "./react": "./src/client/react.ts",
  "./sveltekit/client": "./src/client/sveltekit.ts",
};

/** The sub-path of each integration whose module does not have the name of its folder. */
const DOORS: Readonly<Record<string, string>> = {
  "./bun": "./src/integrations/fetch/bun.ts",
  "./deno": "./src/integrations/fetch/deno.ts",
  "./integration": "./src/integrations/mount/integration.ts",
  "./workers": "./src/integrations/fetch/workers.ts",
};

/** Folders that others stand on, with no sub-path of their own. */
const GROUND = ["mount"];

/** The exports that the files of `src/adapters`, `src/cli`, `src/client`, `src/integrations` and `src/providers` call for. */
export async function exportsOfFiles(): Promise<Record<string, string>> {
  return {
    ...await exportsOfFolders("src/adapters", "./adapters/"),
    "./cli": "./src/cli/main.ts",
    "./languages": "./src/messages/languages.ts",
    ...CLIENTS,
    ...await exportsOfFolders("src/integrations", "./"),
    ...DOORS,
    ...await exportsOfFolder("src/providers", "./providers/"),
  };
}

if (import.meta.main) await writeExports();

/** The module of each folder that has its name: `src/adapters/redis/redis.ts`. */
async function exportsOfFolders(folder: string, prefix: string): Promise<Record<string, string>> {
  const names = (await readdir(new URL(folder, root))).filter((name) => !GROUND.includes(name));
  const files = await Promise.all(names.map(async (name) => {
    const isThere = (await readdir(new URL(`${folder}/${name}`, root))).includes(`${name}.ts`);
    return isThere ? [[prefix + name.replaceAll("_", "-"), `./${folder}/${name}/${name}.ts`]] : [];
  }));
  return Object.fromEntries(files.flat());
}

async function exportsOfFolder(folder: string, prefix: string): Promise<Record<string, string>> {
  const files = await readdir(new URL(folder, root));
  const exported = files.filter((file) => /^[a-z\d].*\.ts$/.test(file) && file !== "types.ts");
  return Object.fromEntries(
    exported.map((file) => [prefix + file.slice(0, -3).replaceAll("_", "-"), `./${folder}/${file}`]),
  );
}

/** Returns the text of that module. */
export function versionModule({ version }: Pick<Manifest, "version">): string {
  return `/**
 * The version of the library. \`deno task exports\` writes this file.
 *
 * @module
 */

/** The version, as in \`deno.json\`. */
export const VERSION = "${version}";
`;
}

/** Writes the sub-paths into `deno.json`, and `jsr.json`; the version into the command. */
export async function writeExports(): Promise<void> {
  const manifest = await readManifest();
  const rows = Object.entries({ ...manifest.exports, ...await exportsOfFiles() });
  const exports = Object.fromEntries(rows.sort(([a], [b]) => a < b ? -1 : 1));
  await writeJson("deno.json", { ...manifest, exports });
  await writeJson("jsr.json", jsrOf({ ...manifest, exports }));
  await writeFile(new URL(VERSION_FILE, root), versionModule(manifest));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", "deno.json", "jsr.json"], cwd: root })
    .output();
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(new URL(file, root), JSON.stringify(value, null, 2) + "\n");
}
