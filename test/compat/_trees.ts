/**
 * Software of others, installed in two trees: as published, on `@auth/core`, and with our tarball in its place, by
 * `overrides`. Nothing else differs.
 *
 * @module
 */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { installPackages, ourTarball } from "../_packages.ts";

export { ourTarball } from "../_packages.ts";
export { plainEnv, run } from "../_run.ts";

/** The library that ours stands in for. */
export const PEER = "0.41.3";

/** Whose library a tree has under the name `@auth/core`. */
export type Side = "ours" | "theirs";

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
  /** Whether packages that others ask for as peers are installed as well. Default `true`. */
  readonly peers?: boolean;
}

const apps = fileURLToPath(new URL("npm/compat/", root));
const work = fileURLToPath(new URL(".work/compat/", root));

/** Installs one tree, where it is not there yet. @returns Its folder. */
export async function installTree(wanted: Wanted, side: Side): Promise<string> {
  const folder = folderOf(wanted, side);
  const core = side === "ours" ? `file:${(await ourTarball()).file}` : PEER;
  await installPackages(folder, {
    private: true,
    type: "module",
    dependencies: { "@auth/core": core, ...wanted.packages, ...wanted.only?.[side] },
    ...(side === "ours" && { overrides: { "@auth/core": core } }),
  }, { peers: wanted.peers });
  await assertInstalled(folder, side);
  if (wanted.files) await cp(join(apps, wanted.files), folder, { recursive: true });
  return folder;
}

/** @throws {Error} when the tree has another library than it is for: a test on the wrong one proves nothing. */
async function assertInstalled(folder: string, side: Side): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, "node_modules/@auth/core/package.json"), "utf8"));
  const name = side === "ours" ? "@latchkey/auth" : "@auth/core";
  if (manifest.name !== name) throw new Error(`${folder} has ${manifest.name} as @auth/core`);
}

function folderOf({ name }: Wanted, side: Side): string {
  return join(work, name, side);
}
