/**
 * What the first pages claim is so: each number is that of the sources, and each command exists.
 * `deno task print` writes those of providers, languages and threats.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { PARTS } from "../src/config/known_keys.ts";
import { adviceFor } from "../tools/api/compare.ts";
import { root } from "../tools/exports.ts";
import { readSources } from "../tools/run/sources.ts";
import { readNightlyStages, readStages } from "../tools/run/stages.ts";
import { choose } from "../tools/run/t.ts";
import { SCHEMAS } from "../tools/schema.ts";
import { GROUPS } from "./conformance/_list.ts";

const PAGES = ["README.md", "CHANGELOG.md", "docs/index.md", "docs/comparison.md", "docs/pages.md"];

const texts = await Promise.all(PAGES.map((page) => readFile(new URL(page, root), "utf8")));

const { imports } = JSON.parse(await readFile(new URL("deno.json", root), "utf8"));
const rows = GROUPS.flatMap(({ rows }) => rows);
const accepted = rows.filter(({ expected }) => expected === "accepted").length;

/** What is counted → how many there are. */
const NUMBERS: Readonly<Record<string, string | number>> = {
  "sign-ins\\*\\*": rows.length,
  "succeed": accepted,
  "are refused": rows.length - accepted,
};

for (const [what, count] of Object.entries(NUMBERS)) {
  test(`the first pages say how many there are: ${count} ${what}`, () => {
    const said = texts.flatMap((text) => {
      const numbers = text.replaceAll(/\s+/g, " ").matchAll(
        new RegExp(`(\\d{2,}) ${what}`, "g"),
      );
      return [...numbers].map(([, number]) => number);
    });
    assert.ok(said.length > 0);
    assert.deepEqual([...new Set(said)], [String(count)]);
  });
}

test("each first page that counts the languages says that Hono and Workers have those that are imported", () => {
  const counting = texts.map((text) => text.replaceAll(/\s+/g, " ")).filter((text) =>
    / \[?\d+ languages/.test(text)
  );
  assert.ok(counting.length > 0);
  for (const text of counting) assert.match(text, /Hono(?:,| and) Workers[^.]*\bimport/);
});

test("before the first release, the changelog is one section, and asks for no line about an export", () => {
  const [, changelog = ""] = texts;
  if (!changelog.includes("\n## [0.1.0] - Unreleased\n")) return;
  assert.equal(changelog.match(/^## /gm)?.length, 1);
  const removed = { kind: "removed", what: "one", path: "./a", names: ["one"] } as const;
  assert.deepEqual(adviceFor([removed], changelog), []);
  const released = changelog.replace("## [0.1.0] - Unreleased", "## [Unreleased]\n\n## [0.1.0] - 2027-01-01");
  assert.equal(adviceFor([removed], released).length, 1);
});

/** Pages that list all things of a kind → their names. */
const COMPLETE: Readonly<Record<string, readonly string[]>> = {
  "docs/recipes/audit_log.md": Object.keys(PARTS.events),
  "docs/recipes/personal_data.md": [...SCHEMAS.SQLite!.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm)]
    .map(([, name]) => name!),
  "README.md": Object.keys(imports),
};

for (const [page, names] of Object.entries(COMPLETE)) {
  test(`${page} lists each thing of a kind: ${names.slice(0, 3)} …`, async () => {
    const text = await readFile(new URL(page, root), "utf8");
    assert.deepEqual(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
  });
}

test("each command that the home page names runs something", async () => {
  const { tasks } = JSON.parse(await readFile(new URL("deno.json", root), "utf8"));
  const [sources, stages] = [await readSources(), [...await readStages(), ...await readNightlyStages()]];
  const commands = [...texts[2]!.replaceAll(/\s+/g, " ").matchAll(/`deno task (\w+)(?: (?!-)(\w+))?.*?`/g)];
  assert.ok(commands.length > 5);
  for (const [command, task, word] of commands) {
    assert.ok(task! in tasks, command);
    if (task === "t") assert.ok(choose({ word: word! }, sources).files.length > 0, command);
    if (task === "test") assert.ok(stages.some(({ name }) => name === word), command);
  }
});

test("the first pages say that nothing is published yet, until the first release", async () => {
  const [readme, changelog, home, comparison] = texts;
  const others = ["SECURITY.md", "docs/start/README.md", "docs/frameworks/README.md", "examples/README.md"];
  const further = await Promise.all(others.map((page) => readFile(new URL(page, root), "utf8")));
  const isUnpublished = /^## \[0\.1\.0\] - Unreleased$/m.test(changelog!);
  for (const text of [readme!, changelog!, home!, comparison!, ...further]) {
    // After the release: remove these sentences, and the section of docs/stability.md to which they link.
    assert.equal(text.includes("stability.md#before-the-first-release"), isUnpublished);
  }
});

test("each page that installs the library says, until the first release, that nothing is published yet", async () => {
  const isUnpublished = /^## \[0\.1\.0\] - Unreleased$/m.test(texts[1]!);
  const install = /^```sh\n(?:(?!```).*\n)*?.*\b(?:npm install|deno add|bun add) .*@latchkey\/auth(?![/\w])/m;
  const installing = (await docsPages()).filter(({ page, text }) =>
    page !== "stability.md" && install.test(text)
  );
  assert.ok(installing.length > 10);
  const silent = installing.filter(({ text }) =>
    text.includes("stability.md#before-the-first-release") !== isUnpublished
  );
  assert.deepEqual(silent.map(({ page }) => page), []);
});

test("a page whose code opens SQLite with a timeout names no version of Node that has none", async () => {
  const found: string[] = [];
  let count = 0;
  for (const { page, text } of await docsPages()) {
    if (!/new DatabaseSync\([^)]*\{ timeout/.test(text)) continue;
    count++;
    if (/Node 22\.(?:[0-9]|1[0-5]) or newer/.test(text)) found.push(page);
  }
  assert.ok(count > 20, String(count));
  assert.deepEqual(found, []);
});

async function docsPages(): Promise<readonly { readonly page: string; readonly text: string }[]> {
  const files = await readdir(new URL("docs/", root), { recursive: true });
  const pages = files.filter((page) => page.endsWith(".md") && !page.includes("node_modules"));
  return await Promise.all(
    pages.map(async (page) => ({ page, text: await readFile(new URL(`docs/${page}`, root), "utf8") })),
  );
}
