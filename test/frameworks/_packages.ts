/**
 * The packages of an application, from npm. npm needs up to twenty seconds of a processor for those of a framework, so
 * applications with the same packages share one installation: its files are linked into each of them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { inTurn } from "../_in_turn.ts";
import { cloneFolder, NPM_INSTALL, ourTarball, run } from "../compat/_trees.ts";

/** A `package.json`. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The file that says which packages a folder has. */
const DONE = "installed.json";

/** Files of an application that a new build leaves in place. */
export const KEPT: ReadonlySet<string> = new Set(["node_modules", DONE]);

/** Installs the packages of `package.json` where they are not there yet, with our tarball as `@latchkey/auth`. */
export async function installPackages(folder: string): Promise<void> {
  const { path, file } = await ourTarball();
  const { name, scripts, ...manifest } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const own = withTarball(manifest, file);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, scripts, ...own }, null, 2));
  await cp(path, join(folder, file));
  const wanted = JSON.stringify(own, null, 2);
  if (await readDone(folder) === wanted) return;
  await rm(join(folder, DONE), { force: true });
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  const shared = await installShared(manifest, wanted);
  await cloneFolder(join(shared, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, DONE), wanted);
}

function withTarball(manifest: Manifest, file: string): Manifest {
  return { ...manifest, dependencies: { ...manifest.dependencies, "@latchkey/auth": `file:${file}` } };
}

/** Installs packages once for all applications, and once more when the tarball is another one. @returns The folder. */
async function installShared(manifest: Manifest, wanted: string): Promise<string> {
  const key = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
  const folder = fileURLToPath(new URL(`.work/packages/${key.slice(0, 12)}/`, root));
  await mkdir(folder, { recursive: true });
  await inTurn(folder, async () => {
    if (await readDone(folder) === wanted) return;
    await rm(join(folder, DONE), { force: true });
    const { path, file } = await ourTarball();
    await cp(path, join(folder, file));
    await writeFile(join(folder, "package.json"), wanted);
    // Otherwise npm keeps the files of the last tarball.
    await rm(join(folder, "node_modules/@latchkey"), { recursive: true, force: true });
    await rm(join(folder, "node_modules/.package-lock.json"), { force: true });
    await run(folder, "npm", NPM_INSTALL);
    await writeFile(join(folder, DONE), wanted);
  });
  return folder;
}

async function readDone(folder: string): Promise<string | null> {
  return await readFile(join(folder, DONE), "utf8").catch(() => null);
}
