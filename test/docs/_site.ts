/**
 * Sites for tests: built from `docs/`, or from a few pages with the same theme, and served.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { hasBun, installPackages } from "../_packages.ts";
import { builder } from "../runtimes/builder.ts";

const ROOT = fileURLToPath(root);

/** Files that make the site, without the pages. */
const MAKERS = [
  ...[
    "commands",
    "config",
    "links",
    "llms",
    "markdown",
    "pages",
    "search_box",
    "search_terms",
    "sequence",
    "tab_groups",
    "tabs",
  ].map((
    name,
  ) => `docs/.vitepress/${name}.ts`),
  "docs/.vitepress/theme",
  "docs/package.json",
  "docs/package-lock.json",
  "docs/public",
  "src/messages/tags.ts",
  "src/providers/marks/github.ts",
  "tools",
];

/** A repository with a site of few pages. */
export interface SmallRepository {
  /** Writes files, or removes those whose text is `null`, and commits. */
  commit(files: Readonly<Record<string, string | null>>, tag?: string): Promise<void>;
  /** Builds the site. @returns What the programs have printed. */
  build(env: Readonly<Record<string, string>>): Promise<string>;
}

/** Makes a folder that is removed after the tests of the file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  afterTests(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Copies this repository as it stands, because other tests read its folders at the same time.
 *
 * @param isRendered Whether the site needs its packages at once: `deno task docs`, which installs them at night, isn't run.
 */
export async function copyOfRepository({ isRendered = false } = {}): Promise<string> {
  const folder = await temporaryFolder();
  const files = await filesHere();
  await Promise.all(
    [...new Set(files.map(dirname))].map((each) => mkdir(join(folder, each), { recursive: true })),
  );
  // A file that is removed and not committed is in the list.
  await Promise.all(files.map((file) => cp(join(ROOT, file), join(folder, file)).catch(() => {})));
  await linkPackages(folder, await installed(isRendered));
  return folder;
}

/**
 * The repository whose folder `docs` has the packages of the site. Bun installs them, as the lock file of npm says; in the
 * nightly run `deno task docs` has npm do it.
 */
async function installed(isRendered = false): Promise<string> {
  if (existsSync(join(ROOT, "docs/node_modules")) || isNightly && !isRendered || !hasBun) return ROOT;
  const repository = join(ROOT, ".work/site");
  const docs = join(repository, "docs");
  await mkdir(docs, { recursive: true });
  const lock = join(ROOT, "docs/package-lock.json");
  await cp(lock, join(docs, "package-lock.json"));
  await installPackages(docs, JSON.parse(await readFile(join(ROOT, "docs/package.json"), "utf8")));
  await cp(lock, join(docs, "node_modules/.package-lock.json"));
  return repository;
}

/**
 * Builds some pages of a site, because a build of all takes more than half a minute. Links to others lead nowhere.
 *
 * @param files Paths in `docs`.
 * @throws {Error} once all is built: the list of those links.
 */
export async function buildPart(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  repository: string,
): Promise<string> {
  const folder = join(repository, "docs/.vitepress");
  const [config, whole] = [join(folder, "config.ts"), join(folder, "site.ts")];
  await rename(config, whole);
  await writeFile(config, PART.replace("[]", JSON.stringify(files)));
  return await buildSite(env, repository).finally(() => rename(whole, config));
}

/** A config of VitePress around that of the site. */
const PART = `import { fileURLToPath } from "node:url";
import { readPages } from "./pages.ts";
import site from "./site.ts";

const files = readPages(fileURLToPath(new URL("..", import.meta.url))).map(({ file }) => file);
const srcExclude = files.filter((file) => ![].includes(file));

export default { ...site, ignoreDeadLinks: true, srcExclude };
`;

/**
 * Renders the Markdown of all pages of a site, and no more. `docs/reference` is there.
 *
 * @returns What Vue would take for code in a page, one line each.
 */
export async function renderPages(
  repository: string,
  options: { out: string; base: string },
): Promise<string> {
  const printed = await runScript("render_pages.mjs", [join(repository, "docs"), options.out], options.base);
  await cp(join(repository, "docs/public"), options.out, { recursive: true });
  await cp(join(repository, "docs/images"), join(options.out, "images"), { recursive: true });
  return printed;
}

/** Runs a script beside this module, with the Node that builds sites. @returns What it has printed. */
export async function runScript(name: string, args: readonly string[], base: string): Promise<string> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return await run(await builder(), [script, ...args], { folder: ROOT, env: { DOCS_BASE: base } });
}

/** Files of this repository: those that git knows, or, in a copy without history, all but what tasks install and make. */
async function filesHere(): Promise<readonly string[]> {
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    return (await run("git", args, { folder: ROOT, env: {} })).split("\0").filter(Boolean);
  } catch {
    const made = /(^|\/)(\.git|\.work|node_modules|dist)(\/|$)/;
    const entries = await readdir(ROOT, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !made.test(path));
  }
}

/** Builds a site with `deno task docs build`. @throws {Error} with all that it has printed. */
export async function buildSite(env: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const args = ["run", "-A", "--no-check", "tools/docs.ts", "build"];
  const node = await builder();
  const path = [...isAbsolute(node) ? [dirname(node)] : [], Deno.env.get("PATH")].join(delimiter);
  return await run(Deno.execPath(), args, { folder, env: { PATH: path, ...env } });
}

/** Makes a repository with the theme of this one. */
export async function smallRepository(): Promise<SmallRepository> {
  const folder = await temporaryFolder();
  for (const file of MAKERS) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file), { recursive: true });
  }
  await linkPackages(folder, await installed());
  await writeFile(join(folder, ".gitignore"), "node_modules\ndocs/reference/\ndocs/.vitepress/.temp/\n");
  await writeFile(join(folder, "mod.ts"), "/** One. */\nexport const one: number = 1;\n");
  await writeFile(join(folder, "deno.json"), '{ "name": "@latchkey/auth", "exports": { ".": "./mod.ts" } }');
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { folder, env: {} });
  await git("init", "--quiet");
  return {
    async commit(files, tag) {
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        if (text === null) await rm(join(folder, file));
        else await writeFile(join(folder, file), text);
      }
      await git("add", "--all");
      await git("-c", "commit.gpgsign=false", "commit", "--quiet", "--message=a");
      if (tag) await git("tag", tag);
    },
    build: (env) => buildSite(env, folder),
  };
}

/** Serves a folder below `/auth/`, as GitHub Pages does, until the tests of the file end. @returns Its origin. */
export function serve(folder: string): string {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/auth/")) return new Response("Not found", { status: 404 });
    const path = decodeURIComponent(pathname.slice("/auth/".length)).replace(/(^|\/)$/, "$1index.html");
    const type = TYPES[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream";
    const found = await Deno.readFile(join(folder, path)).catch(() => null);
    const headers = { "content-type": found ? type : "text/html; charset=utf-8" };
    return new Response(found ?? await Deno.readFile(join(folder, "404.html")), {
      status: found ? 200 : 404,
      headers,
    });
  });
  afterTests(() => server.shutdown());
  return `http://127.0.0.1:${server.addr.port}`;
}

/** Uses the packages that another repository has. Where there are none, `deno task docs` installs them. */
async function linkPackages(folder: string, repository: string): Promise<void> {
  const packages = join(repository, "docs/node_modules");
  if (existsSync(packages)) await symlink(packages, join(folder, "docs/node_modules"));
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

async function run(
  program: string,
  args: readonly string[],
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<string> {
  const options = { cwd: folder, env: { ...Deno.env.toObject(), NO_COLOR: "1", ...env }, maxBuffer: 1e8 };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args], options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`Cannot run ${program} ${args.join(" ")}:\n${stdout}${stderr}`);
  }
}
