import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { findFiles, GROUPS, groupTests } from "../tools/_groups.ts";
import { root } from "../tools/exports.ts";

test("groupTests() gives entry files whose failures name the file and the line of the test or module", async () => {
  const folder = new URL(`test-${crypto.randomUUID()}/`, GROUPS);
  await mkdir(folder, { recursive: true });
  const right = 'import { test } from "node:test";\ntest("adds", () => {});\n';
  const wrong = `${right}\ntest("subtracts", () => {\n  throw new Error("one too many");\n});\n`;
  const broken = `${right}\nawait Promise.reject(new Error("no server"));\n`;
  const files = { "broken_test.ts": broken, "right_test.ts": right, "wrong_test.ts": wrong };
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, folder), text);
  const paths = Object.keys(files).map((name) => new URL(name, folder).pathname.slice(root.pathname.length));
  const entries = await groupTests(paths);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--no-lock", ...entries],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  await Promise.all([folder, ...entries].map((path) => rm(path, { recursive: true })));
  assert.equal(entries.length, 1);
  assert.match(output, /3 passed \| 2 failed/);
  assert.match(output, /\/broken_test\.ts can be loaded =>/);
  assert.match(output, /no server[^]*broken_test\.ts:4:22/);
  assert.match(output, /subtracts => \S*\/wrong_test\.ts:4:1/);
  assert.match(output, /one too many[^]*wrong_test\.ts:5:9/);
});

const SIZES = [
  { given: undefined, groups: [120, 10] },
  { given: 50, groups: [50, 50, 30] },
];

for (const { given, groups } of SIZES) {
  test(`groupTests() puts each file into one group, ${groups[0]} at most into one`, async () => {
    const files = Array.from({ length: 130 }, (_, i) => `test/${crypto.randomUUID()}/${i}_test.ts`);
    const entries = await groupTests(files, given);
    const texts = await Promise.all(entries.map((path) => readFile(path, "utf8")));
    const names = texts.map((text) => [...text.matchAll(/"(test\/.+)"/g)].map(([, file]) => file));
    await Promise.all(entries.map((path) => rm(path)));
    assert.deepEqual(names.map(({ length }) => length), groups);
    assert.deepEqual(names.flat(), files);
  });
}

test("groupTests() leaves the entry files of another run as they are", async () => {
  const first = await groupTests([`test/${crypto.randomUUID()}_test.ts`]);
  const second = await groupTests([`test/${crypto.randomUUID()}_test.ts`]);
  const texts = await Promise.all([...first, ...second].map((path) => readFile(path, "utf8")));
  await Promise.all([...first, ...second].map((path) => rm(path)));
  assert.notEqual(texts[0], texts[1]);
});

test("findFiles() finds each test file of a folder, and of the folders in it", async () => {
  const found = await findFiles("test", "_test.ts");
  assert.ok(found.includes("test/groups_test.ts") && found.includes("test/flows/oauth_test.ts"));
  assert.ok(found.every((path) => path.endsWith("_test.ts")));
  assert.deepEqual(
    await findFiles("test/e2e", "_test.ts"),
    found.filter((path) => path.startsWith("test/e2e/")),
  );
});
