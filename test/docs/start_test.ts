/**
 * The pages that begin with an empty folder, followed as written.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { run } from "../compat/_trees.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { bunBinary, nodeBinary } from "../runtimes/runtimes.ts";
import { follow, type Programs, type Visit } from "./_follow.ts";
import { startRegistry } from "./_registry.ts";
import { stepsOf } from "./_walkthrough.ts";

const deno = Deno.execPath();

/** Page → the programs of its reader: the oldest that the page promises, of those that are installed for tests. */
const PAGES: Readonly<Record<string, Programs>> = {
  "docs/start/deno.md": { deno },
  ...(obstacle === null && {
    "docs/start/node.md": { node: nodeBinary("node20") },
    "docs/start/bun.md": { bun: bunBinary, bunx: bunBinary },
    "docs/frameworks/express.md": { node: nodeBinary("node22"), deno, bun: bunBinary },
    "docs/frameworks/fastify.md": { node: nodeBinary("node22") },
    "docs/frameworks/koa.md": { node: nodeBinary("node22") },
    "docs/frameworks/hono.md": { node: nodeBinary("node22"), deno, bun: bunBinary },
  }),
};

/** Files of the examples that commands of the pages write. */
const WRITTEN = new Set(["package.json", "migrations/0001_auth.sql"]);

if (obstacle === null) await install();
else console.log(`skipped: the pages of Node and Bun, as ${obstacle}`);
const registry = await startRegistry();

for (const [page, programs] of Object.entries(PAGES)) {
  test(`${page} leads from an empty folder to a signed-in user`, async () => {
    await follow({ page }, { registry, programs });
  });
}

test("the TypeScript of docs/start compiles, each page and section by itself", async () => {
  // `deno check` leaves `.work` out, as `deno.json` says.
  const folder = await mkdtemp(join(tmpdir(), "latchkey-start-"));
  const files: string[] = [];
  for (const page of (await readdir(new URL("docs/start/", root))).sort()) {
    const sections = (await readFile(new URL(`docs/start/${page}`, root), "utf8")).split(/^### /m);
    for (const [index, section] of sections.entries()) {
      for (const step of stepsOf(section)) {
        if (step.type !== "file" || !step.path.endsWith(".ts")) continue;
        const file = join(folder, page, String(index), step.path);
        await mkdir(dirname(file), { recursive: true });
        // The types of Bun are those of another package.
        const types = page === "bun.md" ? "declare const Bun: { serve(options: object): void };\n" : "";
        await writeFile(file, types + step.text);
        files.push(file);
      }
    }
  }
  assert.ok(files.length >= 6, files.join());
  const config = fileURLToPath(new URL("deno.json", root));
  await run(folder, Deno.execPath(), ["check", "--quiet", "--config", config, ...files]);
  await rm(folder, { recursive: true });
});

for (const name of ["astro", "express", "fastify", "hono", "koa", "next", "nuxt", "sveltekit", "workers"]) {
  test(`docs/frameworks/${name}.md has each file of examples/${name}, or a link to it`, async () => {
    const page = await readFile(new URL(`docs/frameworks/${name}.md`, root), "utf8");
    const shown = new Set(stepsOf(page).map((step) => step.type === "file" ? step.path : ""));
    const files = await readdir(new URL(`examples/${name}/`, root), { recursive: true, withFileTypes: true });
    const missing = files.filter((file) => file.isFile())
      .map(({ parentPath, name: file }) =>
        `${parentPath}/${file}`.split(`examples/${name}/`)[1]!.replace(/^\/+/, "")
      )
      .filter((path) => !WRITTEN.has(path) && !shown.has(path))
      .filter((path) => !page.includes(`](../../examples/${name}/${path})`));
    assert.deepEqual(missing, []);
  });
}

/** Heading of `docs/start/README.md` → what a reader does who has followed it on the page of Express. */
const WITHOUT_GITHUB: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async "Any name"({ browser, origin }) {
    const page = await browser.open(`${origin}/account`);
    assert.match(page.text, /Your name/);
    assert.match((await page.submit("Sign in", { name: "Grace" })).text, /For Grace/);
  },
  async "A mail in the terminal"({ browser, origin, printed }) {
    const asked = await (await browser.open(`${origin}/account`)).submit(0, { email: "ada@example.com" });
    const [, url, code] = /Mail to ada@example\.com: open (\S+) or enter (\d{8})/.exec(printed()) ?? [];
    assert.ok(url && code, printed());
    const page = await asked.submit(0, { code });
    assert.equal(page.url, `${origin}/account`);
    assert.match((await browser.open(`${origin}/auth/account`)).text, /ada@example\.com/);
  },
};

const overview = await readFile(new URL("docs/start/README.md", root), "utf8");

for (const [heading, visit] of Object.entries(WITHOUT_GITHUB)) {
  test(`docs/start/README.md has "${heading}" in place of GitHub`, { skip: obstacle ?? false }, async () => {
    const section = overview.split(`\n### ${heading}\n`)[1]!.split(/^##/m)[0]!;
    const change = (text: string) => text.replaceAll(/^AUTH_GITHUB.*\n/gm, "");
    const lesson = { page: "docs/frameworks/express.md", change, files: stepsOf(section), visit };
    await follow(lesson, { registry, programs: PAGES["docs/frameworks/express.md"]! });
  });
}
