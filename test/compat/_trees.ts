/**
 * Software of others, installed by npm in two trees: as published, on `@auth/core`, and with our tarball in its place, by
 * npm's `overrides`. Nothing else differs. No install script runs.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";

/** The library that ours stands in for. */
export const PEER = "0.41.3";

/** Whose library a tree has under the name `@auth/core`. */
export type Side = "ours" | "theirs";

/** Both, ours first. */
export const SIDES: readonly Side[] = ["ours", "theirs"];

/** Does something on both sides at once. */
export async function onBoth<T>(act: (side: Side) => Promise<T>): Promise<Readonly<Record<Side, T>>> {
  const [ours, theirs] = await Promise.all([act("ours"), act("theirs")]);
  return { ours, theirs };
}

/** What a tree holds. */
export interface Wanted {
  /** Its folder, below `.work/compat`. */
  readonly name: string;
  /** Package → exact version. */
  readonly packages: Readonly<Record<string, string>>;
  /** More packages on one side. */
  readonly only?: Partial<Readonly<Record<Side, Readonly<Record<string, string>>>>>;
  /** Folder below `npm/compat` whose files are copied into the tree. */
  readonly files?: string;
  /** More arguments for npm. */
  readonly npm?: readonly string[];
}

const apps = fileURLToPath(new URL("npm/compat/", root));
const work = fileURLToPath(new URL(".work/compat/", root));
const tarball = fileURLToPath(new URL("npm/dist/latchkey-auth.tgz", root));

/** The name of our tarball, which changes with its bytes: npm takes a package of the same name for the same package. */
export async function ourTarball(): Promise<{ readonly path: string; readonly file: string }> {
  if (!existsSync(tarball)) throw new Error("Cannot install our tarball: run `deno task npm`");
  const hash = createHash("sha256").update(await readFile(tarball)).digest("hex").slice(0, 12);
  return { path: tarball, file: `latchkey-auth-${hash}.tgz` };
}

/** Installs both trees, where they are not there yet. @returns Their folders. */
export async function installTrees(wanted: Wanted): Promise<Readonly<Record<Side, string>>> {
  const theirs = await installTree(wanted, "theirs");
  // npm then only replaces what differs, which takes it a fraction of the time.
  const packages = join(folderOf(wanted, "ours"), "node_modules");
  if (!existsSync(packages)) {
    await mkdir(dirname(packages), { recursive: true });
    await cloneFolder(join(theirs, "node_modules"), packages);
  }
  return { theirs, ours: await installTree(wanted, "ours") };
}

/** Installs one tree, where it is not there yet. @returns Its folder. */
export async function installTree(wanted: Wanted, side: Side): Promise<string> {
  const folder = folderOf(wanted, side);
  const { path, file } = await ourTarball();
  const core = side === "ours" ? `file:${file}` : PEER;
  const manifest = JSON.stringify(
    {
      private: true,
      type: "module",
      dependencies: { "@auth/core": core, ...wanted.packages, ...wanted.only?.[side] },
      ...(side === "ours" && { overrides: { "@auth/core": core } }),
    },
    null,
    2,
  );
  await mkdir(folder, { recursive: true });
  const done = await readFile(join(folder, "installed.json"), "utf8").catch(() => "");
  if (done !== manifest) {
    await rm(join(folder, "installed.json"), { force: true });
    await cp(path, join(folder, file));
    await writeFile(join(folder, "package.json"), manifest);
    // What it has from the last tarball would be kept.
    await rm(join(folder, "node_modules/@auth/core"), { recursive: true, force: true });
    await rm(join(folder, "node_modules/.package-lock.json"), { force: true });
    await run(folder, "npm", [...NPM_INSTALL, ...wanted.npm ?? []]);
    await writeFile(join(folder, "installed.json"), manifest);
  }
  await assertInstalled(folder, side);
  if (wanted.files) await cp(join(apps, wanted.files), folder, { recursive: true });
  return folder;
}

/** Arguments of npm that install what `package.json` names. */
export const NPM_INSTALL: readonly string[] = [
  "install",
  "--ignore-scripts",
  "--no-package-lock",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
];

/** Copies a folder. The files of both are the same ones on the disk, where `cp` can do that: no one may change them. */
export async function cloneFolder(from: string, to: string): Promise<void> {
  try {
    await run(".", "cp", ["-al", from, to]);
  } catch {
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** @throws {Error} when npm has not put in place what the tree is for: a test on the wrong library proves nothing. */
async function assertInstalled(folder: string, side: Side): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, "node_modules/@auth/core/package.json"), "utf8"));
  const name = side === "ours" ? "@latchkey/auth" : "@auth/core";
  if (manifest.name !== name) throw new Error(`${folder} has ${manifest.name} as @auth/core`);
}

function folderOf({ name }: Wanted, side: Side): string {
  return join(work, name, side);
}

/** Copies that npm has put below other packages: none, if the override works. */
export async function nestedCopies(folder: string): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("find", {
    args: ["node_modules", "-path", "*/node_modules/*/node_modules/@auth/core", "-prune"],
    cwd: folder,
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

/** Runs a program. @returns What it has printed. @throws {Error} with what it has printed, if it fails. */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: { ...plainEnv(), NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  if (success) return out;
  throw new Error(`Cannot run "${program} ${args.join(" ")}" in ${cwd}:\n${errors}${out}`);
}

/** The environment without settings of authentication. */
export function plainEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => !/^(?:NEXT)?AUTH_/.test(name)),
  );
}
