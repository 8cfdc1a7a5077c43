/**
 * `deno task docs`: serves the site of the documentation while you write; `deno task docs build` writes it into
 * `docs/.vitepress/dist`; `deno task docs preview` serves what has been written. Options are those of VitePress, such as
 * `deno task docs --port 3000`.
 *
 * Environment: `DOCS_BASE`, the path of the site on its server (default `/`), and `DOCS_OUT`, another folder for it. A
 * build has a version for each tag `v…` that has a site, below its name; it is built by this program as it was then,
 * with `DOCS_VERSION` set.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./exports.ts";
import { writeReference } from "./reference.ts";
import { brokenLinks } from "./site_links.ts";

const ROOT = fileURLToPath(root);
const DOCS = join(ROOT, "docs");
const VITEPRESS = join(DOCS, "node_modules/vitepress/bin/vitepress.js");

/**
 * Follows the lock file and does not write it. `npm ci` would refuse a lock file whose addresses npm has been told to leave
 * out, as some registries require.
 */
const INSTALL = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

async function main(given: readonly string[]): Promise<void> {
  const [command, ...args] = given[0]?.startsWith("-") ?? true
    ? ["dev", ...given]
    : given as [string, ...string[]];
  if (!["build", "dev", "preview"].includes(command)) {
    throw new TypeError(`Cannot run "docs ${command}": write "docs", "docs build" or "docs preview"`);
  }
  await install();
  if (command === "build") return await build();
  if (command === "dev") await writeMade();
  run("node", [VITEPRESS, command, "docs", ...args]);
}

/** Installs the packages of the site, as its lock file says, unless they are there. No package runs a script. */
async function install(): Promise<void> {
  const installed = join(DOCS, "node_modules/.package-lock.json");
  const version = async (file: string) =>
    JSON.parse(await readFile(file, "utf8")).packages["node_modules/vitepress"].version;
  const isThere = existsSync(installed) &&
    await version(installed) === await version(join(DOCS, "package-lock.json"));
  if (!isThere) run("npm", INSTALL, { cwd: DOCS });
}

/** Writes what the site has and the repository does not: the reference, and the gallery that this page shows. */
async function writeMade(): Promise<void> {
  await writeReference();
  if (existsSync(join(DOCS, "pages.md"))) await (await import("./gallery.ts")).writeGallery();
}

/** Builds this version, checks its links, and puts the versions of the tags beside it. */
async function build(): Promise<void> {
  const { DOCS_BASE: base = "/", DOCS_OUT, DOCS_VERSION } = process.env;
  if (!/^\/(?:.*\/)?$/.test(base)) {
    throw new TypeError(`Cannot use DOCS_BASE "${base}": begin and end it with "/", as in /auth/`);
  }
  const out = DOCS_OUT ? resolve(DOCS_OUT) : join(DOCS, ".vitepress/dist");
  const tags = DOCS_VERSION ? [] : taggedVersions();
  const versions = { DOCS_ROOT: base, DOCS_VERSIONS: ["latest", ...tags].join() };
  await writeMade();
  run("node", [VITEPRESS, "build", "docs", "--outDir", out], {
    env: DOCS_VERSION ? {} : versions,
  });
  const broken = await brokenLinks(pathToFileURL(out + "/"), base);
  if (broken.length) throw new Error(`Cannot publish the site:\n${broken.join("\n")}`);
  for (const tag of tags) {
    await buildTag(tag, { ...versions, DOCS_BASE: `${base}${tag}/`, DOCS_OUT: join(out, tag) });
  }
}

/** Tags `v…` that have a site, newest first. */
function taggedVersions(): readonly string[] {
  const tags = git(["tag", "--list", "v*", "--sort=-version:refname"]).trim().split("\n").filter(Boolean);
  return tags.filter((tag) =>
    git(["ls-tree", tag, "docs/.vitepress/config.ts", "tools/docs.ts"]).split("\n").length > 2
  );
}

async function buildTag(tag: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-docs-"));
  try {
    const archive = join(folder, "sources.tar");
    git(["archive", "--output", archive, tag]);
    run("tar", ["-xf", archive], { cwd: folder });
    const lock = (docs: string) => readFile(join(docs, "package-lock.json"), "utf8");
    const docs = join(folder, "docs");
    if (await lock(docs) === await lock(DOCS)) {
      await symlink(join(DOCS, "node_modules"), join(docs, "node_modules"));
    }
    run(Deno.execPath(), ["run", "-A", "tools/docs.ts", "build"], {
      cwd: folder,
      env: { ...env, DOCS_VERSION: tag, DOCS_REF: tag },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function git(args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

function run(
  program: string,
  args: readonly string[],
  { cwd = ROOT, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): void {
  execFileSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
}
