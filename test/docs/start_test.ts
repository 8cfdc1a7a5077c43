/**
 * The pages that begin with an empty folder, followed as written.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../../tools/exports.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { bunBinary, nodeBinary } from "../runtimes/runtimes.ts";
import type { Programs } from "./_computer.ts";
import { follow, type Reader, type Visit } from "./_follow.ts";
import { startRegistry } from "./_registry.ts";
import { type Step, stepsOf } from "./_walkthrough.ts";
import { signInWithAnyName, withAnyName, withoutGitHub } from "./_without_github.ts";

const deno = Deno.execPath();

/** Page → where `check` finds the config. */
const CONFIGS: Readonly<Record<string, string>> = { "docs/start/node.md": "auth.mjs" };

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

const readers = new Map<string, Promise<Reader>>();

/** The reader of a page, who may have followed it for another test: npm installs its packages once. */
function readerOf(page: string): Promise<Reader> {
  const lesson = { page, config: CONFIGS[page] ?? "auth.ts" };
  const reader = readers.get(page) ?? follow(lesson, { registry, programs: PAGES[page]! });
  readers.set(page, reader);
  return reader;
}

for (const page of Object.keys(PAGES)) {
  test(`${page} leads from an empty folder to a signed-in user`, async () => {
    await readerOf(page);
  });
}

for (const name of obstacle === null ? ["express", "fastify", "hono", "koa"] : []) {
  test(`docs/frameworks/${name}.md leads in JavaScript, on Node 20, to a signed-in user`, async () => {
    const reader = await readerOf(`docs/frameworks/${name}.md`);
    await reader.change({
      change: inJavaScript,
      config: "auth.js",
      programs: { node: nodeBinary("node20") },
    });
  });
}

/** The page as a reader follows it who has Node 20: with the files and the command of its section. */
function inJavaScript(page: string): string {
  const section = /^## In JavaScript$([^]*?)(?=^## )/m.exec(page)![1]!;
  const steps = stepsOf(section);
  const files = section.match(/^```js \S+\n[^]*?^```$/gm)!.join("\n\n");
  const command = steps.at(-1)!;
  assert.ok(command.type === "commands");
  const [before, after] = page.split("### Register the application") as [string, string];
  return `${before.replaceAll(/^```ts [^]*?^```$/gm, "")}${files}\n\n### Register the application${
    after.replace(/^node --env-file=\.env \w+\.ts$/m, command.lines.join("\n"))
      .replace(/^## On \w+(?: and \w+)?$[^]*?(?=^## )/m, "")
  }`;
}

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

const express = "docs/frameworks/express.md";
const skip = obstacle ?? false;

test('docs/start/README.md has "Any name" in place of GitHub', { skip }, async () => {
  const reader = await readerOf(express);
  await reader.change({ change: await withAnyName(), visit: signInWithAnyName("/account") });
});

test('docs/start/README.md has "An email in the terminal" in place of GitHub', { skip }, async () => {
  const [{ text }] = stepsOf(await withoutGitHub("An email in the terminal")) as [
    Extract<Step, { type: "file" }>,
  ];
  const change = (page: string) =>
    page.replaceAll(/^AUTH_GITHUB.*\n/gm, "").replace(/(^```ts auth\S*\n)[^]*?(?=^```$)/m, `$1${text}`);
  await (await readerOf(express)).change({ change, visit: signInByMail });
});

async function signInByMail({ browser, origin, printed }: Visit): Promise<void> {
  const asked = await (await browser.open(`${origin}/account`)).submit(0, { email: "ada@example.com" });
  const [, url, code] = /Mail to ada@example\.com: open (\S+) or enter (\d{8})/.exec(printed()) ?? [];
  assert.ok(url && code, printed());
  const page = await asked.submit(0, { code });
  assert.equal(page.url, `${origin}/account`);
}
