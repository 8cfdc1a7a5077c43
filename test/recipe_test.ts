/**
 * The recipe "Add a capability" of CONTRIBUTING.md, followed: notes of users, with a route, a kind of rows, a section of the
 * account page, calls, and words in two languages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../tools/exports.ts";
import { run } from "./_run.ts";

/** What is added to files that are there: before which text, and what. */
const EDITS: Readonly<Record<string, readonly (readonly [before: string, added: string])[]>> = {
  "src/shapes/shapes.ts": [
    ['import { PASSWORD_FUNCTIONS } from "', 'import { NOTE_FUNCTIONS } from "./notes.ts";\n'],
    [
      "  // The deletion of accounts.\n",
      '  // Notes.\n  notes: "GET POST",\n',
    ],
    ["  // It asks when all other", '  "notes",\n'],
    ["  secondFactor: SECOND_FACTOR_FUNCTIONS", "  notes: NOTE_FUNCTIONS,\n"],
  ],
  "src/shapes/rows.ts": [
    [
      'import { type AdapterSecurity, SECURITY } from "',
      'import { type AdapterNote, NOTE_ROWS } from "./notes.ts";\n',
    ],
    [
      "  /** Sessions that began at a provider. */\n  readonly",
      '  /** Notes. */\n  readonly notes: { readonly row: AdapterNote; readonly key: "id" };\n',
    ],
    ["  providerSessions: PROVIDER_SESSION_ROWS", "  notes: NOTE_ROWS,\n"],
  ],
  "src/shapes/account_data.ts": [
    ['import type { AccountPassword } from "', 'import type { AccountNotes } from "./notes.ts";\n'],
    ["  /** The second factor. Absent", "  /** Notes. */\n  readonly notes?: AccountNotes;\n"],
  ],
  "src/features/data_export/fields.ts": [
    [
      "  attempts: {",
      '  notes: { part: "notes", isOne: false, fields: { id: null, userId: null, text: "text" } },\n',
    ],
  ],
  "src/adapters/sql/versions.ts": [["];\n\n/** Which tables", '  { number: 4, release: "0.1.0" },\n']],
  "deno.json": [['    "./password-hashes"', '    "./notes": "./src/entries/notes.ts",\n']],
};

const RECIPE = fileURLToPath(new URL("recipe", import.meta.url));

/** Copies the sources, and adds the capability. @returns The folder. */
async function follow(): Promise<string> {
  const home = fileURLToPath(new URL(".work/recipe", root));
  await rm(home, { recursive: true, force: true });
  for (const path of ["src", "mod.ts", "deno.json", "deno.lock"]) {
    await cp(new URL(path, root), join(home, path), { recursive: true });
  }
  for (const path of await readdir(RECIPE, { recursive: true })) {
    if (!path.endsWith(".txt")) continue;
    const target = join(home, path.replace(/\.txt$/, ""));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await readFile(join(RECIPE, path)), { flag: "wx" });
  }
  for (const [path, edits] of Object.entries(EDITS)) {
    let text = await readFile(join(home, path), "utf8");
    for (const [before, added] of edits) {
      assert.equal(text.split(before).length, 2, `${path} has one "${before}"`);
      text = text.replace(before, () => added + before);
    }
    await writeFile(join(home, path), text);
  }
  return home;
}

test("a capability is a folder, a file of shapes, its rows in three lists, and a sub-path", async () => {
  const home = await follow();
  const program = ["--quiet", "--unstable-kv", "program.ts"];
  await run(home, Deno.execPath(), ["check", ...program]);
  assert.equal((await run(home, Deno.execPath(), ["run", "-A", "--no-check", ...program])).trim(), "ok");
  assert.equal(Object.keys(EDITS).length, 6);
  await rm(home, { recursive: true });
});

test("a capability with a page and no forms has its function in the browser, as TypeScript knows", async () => {
  const home = await follow();
  await replace(join(home, "src/shapes/notes.ts"), [
    [/ {2}forms: .+\n/, '  reads: { list: "notes" },\n'],
    [/export interface NoteForms [^]+?\n\}/, "export type NoteForms = object;"],
  ]);
  await replace(join(home, "src/shapes/forms.ts"), [[
    /export interface CapabilityForms \{/,
    '$&\n  readonly notes: { readonly list: import("../values/own_form.ts").OwnPage<object, readonly string[]> };',
  ]]);
  await writeFile(join(home, "browser.ts"), BROWSER);
  const program = ["--quiet", "--unstable-kv", "browser.ts"];
  await run(home, Deno.execPath(), ["check", ...program]);
  assert.equal((await run(home, Deno.execPath(), ["run", "-A", "--no-check", ...program])).trim(), "milk");
  await rm(home, { recursive: true });
});

/** A page of an application with notes, whose handler has one. */
const BROWSER = `
import type { AuthConfig } from "./mod.ts";
import { Memory } from "./src/adapters/memory/memory.ts";
import { createClient } from "./src/client/client.ts";
import { Notes } from "./src/entries/notes.ts";

const config = { adapter: Memory(), providers: [], features: [Notes()] } satisfies AuthConfig;
const answer = () => Promise.resolve(Response.json(["milk"]));
const client = createClient<typeof config>({ baseUrl: "https://app.test", fetch: answer });
const texts: readonly string[] | null = (await client.notes.list()).page;
console.log(texts?.join());
`;

/** Replaces each pattern, which occurs, in a file. */
async function replace(path: string, edits: readonly (readonly [RegExp, string])[]): Promise<void> {
  let text = await readFile(path, "utf8");
  for (const [pattern, by] of edits) {
    assert.match(text, pattern);
    text = text.replace(pattern, by);
  }
  await writeFile(path, text);
}
