/**
 * The packages of the customer in `npm/test`: our tarball, and the tools that look at it. As a program, it installs them.
 *
 * @module
 */

import { readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../tools/exports.ts";
import { installPackages, ourTarball, type PackageJson } from "./_packages.ts";

/** Installs what is not there yet. @returns The customer's folder. */
export async function installCustomer(): Promise<string> {
  const customer = fileURLToPath(new URL("npm/test/", root));
  const home = fileURLToPath(new URL(".work/customer/", root));
  const manifest: PackageJson = JSON.parse(await readFile(join(customer, "package.json"), "utf8"));
  const { file } = await ourTarball();
  const dependencies = { ...manifest.dependencies, "@latchkey/auth": `file:${file}` };
  await installPackages(home, { ...manifest, dependencies });
  await rm(join(customer, "node_modules"), { recursive: true, force: true });
  await symlink(join(home, "node_modules"), join(customer, "node_modules"));
  return customer;
}

if (import.meta.main) await installCustomer();
