/**
 * Projects as the starters of the frameworks make them, with Auth.js' own package and the override of
 * `docs/migration/overrides.md`. Bun installs their packages, and npm in the nightly run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { isNightly } from "../_nightly.ts";
import { installPackages, ourTarball, type PackageJson } from "../_packages.ts";
import { run } from "../_run.ts";

/** A framework's starter, and what the documentation of Auth.js adds to its project. */
export interface Starter {
  /** Package, version and arguments of the program that makes the project `app`. */
  readonly create: string;
  /** Packages that are added. */
  readonly packages: Readonly<Record<string, string>>;
  /** Heading of the override in `docs/migration/overrides.md`. */
  readonly heading: string;
}

/** Makes a project, and installs its packages. @returns Its folder. */
export async function createProject({ create, packages, heading }: Starter): Promise<string> {
  const [name] = create.split("@");
  const parent = fileURLToPath(new URL(`.work/compat/starters/${name}/`, root));
  await rm(parent, { recursive: true, force: true });
  await mkdir(parent, { recursive: true });
  await run(parent, "npx", ["-y", ...create.split(" ")], { CI: "1" });
  const folder = `${parent}app`;
  const manifest = await readJson(`${folder}/package.json`);
  const dependencies = { ...manifest.dependencies, ...packages };
  await install(folder, { ...manifest, dependencies, ...await readOverride(heading) });
  const installed = await readJson(`${folder}/node_modules/@auth/core/package.json`);
  assert.equal(installed.name, "@latchkey/auth");
  return folder;
}

async function install(folder: string, manifest: PackageJson): Promise<void> {
  if (!isNightly) return await installPackages(folder, manifest);
  const { path, file } = await ourTarball();
  await cp(path, `${folder}/${file}`);
  await writeFile(`${folder}/package.json`, JSON.stringify(manifest, null, 2));
  await run(folder, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
}

/** The override below a heading of the page, with our tarball for the published version. */
async function readOverride(heading: string): Promise<object> {
  const page = await readFile(new URL("docs/migration/overrides.md", root), "utf8");
  const [, code] = /```json\n([^]*?)^```/m.exec(page.split(`\n${heading}\n`)[1] ?? "") ?? [];
  assert.ok(code, `docs/migration/overrides.md has no override below "${heading}"`);
  return JSON.parse(code.replaceAll("npm:@latchkey/auth@0.1.0", `file:${(await ourTarball()).file}`));
}

async function readJson(path: string): Promise<PackageJson> {
  return JSON.parse(await readFile(path, "utf8"));
}
