/**
 * The packages that a test installs from npm's registry. Bun installs them, with hard links: it takes a twentieth of the
 * processor time of npm. No install script runs.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../tools/exports.ts";
import { inTurn } from "./_in_turn.ts";
import { run } from "./_run.ts";

/** The version of Bun that the tests run. */
export const BUN_VERSION = "1.4.4";

/** The version of TypeScript that checks the types of applications: the newest one. */
export const TYPESCRIPT = "7.0.2";

/** The folder of Bun's package. */
const bunHome = fileURLToPath(new URL(".work/bun/", root));

/** Bun, as soon as something is installed with it. */
export const bunBinary: string = join(bunHome, "node_modules/@oven/bun-linux-x64/bin/bun");

/** Whether this computer can run Bun's binary. npm installs the packages of another one. */
export const hasBun: boolean = Deno.build.target === "x86_64-unknown-linux-gnu";

/** The file that says what a folder has. */
export const INSTALLED = "installed.json";

/** A `package.json`. */
export interface PackageJson {
  /** Package → version. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** How packages are installed. */
export interface InstallOptions {
  /** Whether packages that others ask for as peers are installed as well. Default `true`. */
  readonly peers?: boolean | undefined;
}

const tarball = fileURLToPath(new URL("npm/dist/latchkey-auth.tgz", root));

/**
 * Our tarball, to be named as `file:<file>` in a `package.json`. The name changes with its bytes: package managers take a
 * package of the same name for the same package.
 */
export async function ourTarball(): Promise<{ readonly path: string; readonly file: string }> {
  if (!existsSync(tarball)) throw new Error("Cannot install our tarball: run `deno task npm`");
  const hash = createHash("sha256").update(await readFile(tarball)).digest("hex").slice(0, 12);
  return { path: tarball, file: `latchkey-auth-${hash}.tgz` };
}

/**
 * Writes a `package.json`, and installs what it names where that is not there yet. Other test files share these files:
 * no test may change them.
 */
export async function installPackages(
  folder: string,
  manifest: PackageJson,
  options: InstallOptions = {},
): Promise<void> {
  const text = JSON.stringify(manifest, null, 2);
  // A change of the name or the scripts needs no other packages.
  const { name: _name, scripts: _scripts, ...packages } = manifest;
  const wanted = JSON.stringify({ ...packages, ...options }, null, 2);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), text);
  const done = join(folder, INSTALLED);
  if (await readFile(done, "utf8").catch(() => null) === wanted) return;
  await rm(done, { force: true });
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  if (text.includes(".tgz")) await copyTarball(folder);
  await (hasBun ? installWithBun : installWithNpm)(folder, options);
  await writeFile(done, wanted);
}

async function copyTarball(folder: string): Promise<void> {
  const { path, file } = await ourTarball();
  await cp(path, join(folder, file));
}

async function installWithBun(folder: string, { peers = true }: InstallOptions): Promise<void> {
  await installBun();
  const args = ["install", "--ignore-scripts", "--backend=hardlink", "--linker=hoisted", "--no-save"];
  await run(folder, bunBinary, [...args, "--prefer-offline", ...peers ? [] : ["--omit=peer"]]);
}

/** Installs Bun where it is not there yet. @throws {Error} on a computer for which the tests have no binary. */
export async function installBun(): Promise<void> {
  if (!hasBun) throw new Error(`Cannot install Bun: this computer is ${Deno.build.target}`);
  await inTurn(bunHome, async () => {
    const done = join(bunHome, INSTALLED);
    if (await readFile(done, "utf8").catch(() => null) === BUN_VERSION) return;
    const dependencies = { "@oven/bun-linux-x64": BUN_VERSION };
    await writeFile(join(bunHome, "package.json"), JSON.stringify({ private: true, dependencies }));
    await installWithNpm(bunHome, {});
    await writeFile(done, BUN_VERSION);
  });
}

async function installWithNpm(folder: string, { peers = true }: InstallOptions): Promise<void> {
  const args = ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"];
  await run(folder, "npm", [...args, "--prefer-offline", ...peers ? [] : ["--legacy-peer-deps"]]);
}
