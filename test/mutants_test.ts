import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { compareSurvivors, type Explained } from "../tools/mutants/explained.ts";
import { MESSAGES } from "../tools/mutants/messages.ts";
import { TARGETS } from "../tools/mutants/targets.ts";
import { ownTestsOf } from "../tools/run/mirror.ts";

const explained: Explained = JSON.parse(await readFile(new URL("test/mutants.json", root), "utf8"));

const SURVIVOR = { id: "1", line: 3, source: "if (a < b) return;", becomes: "a <= b" };
const EXPLAINED = { [SURVIVOR.source]: { [SURVIVOR.becomes]: "Both are never equal." } };

test("compareSurvivors() accepts a mutant that survives for a known reason", () => {
  assert.deepEqual(compareSurvivors([SURVIVOR, { ...SURVIVOR, id: "2", line: 9 }], EXPLAINED), []);
});

test("compareSurvivors() names a mutant that has no reason, and a reason that has no mutant", () => {
  const [strange, ...others] = compareSurvivors([SURVIVOR], {});
  assert.equal(strange, "3: no test notices it\n  if (a < b) return;\n  a <= b");
  assert.deepEqual(others, []);
  const [past] = compareSurvivors([], EXPLAINED);
  assert.equal(past, " a test notices it: remove the reason\n  if (a < b) return;\n  a <= b");
  assert.equal(compareSurvivors([{ ...SURVIVOR, becomes: "true" }], EXPLAINED).length, 2);
});

test("MESSAGES takes the words of an error, and nothing else, out of the mutants", () => {
  const ignored = (type: string, callee: string, place: { readonly key: number; readonly parent?: string }) =>
    MESSAGES.shouldIgnore({
      node: { type },
      key: place.key,
      listKey: "arguments",
      parent: { type: place.parent ?? "NewExpression", callee: { type: "Identifier", name: callee } },
    }) !== undefined;
  assert.equal(ignored("StringLiteral", "ConfigError", { key: 0 }), true);
  assert.equal(ignored("TemplateLiteral", "MissingCSRF", { key: 0 }), true);
  assert.equal(ignored("StringLiteral", "ConfigError", { key: 1 }), false);
  assert.equal(ignored("StringLiteral", "RegExp", { key: 0 }), false);
  assert.equal(ignored("ObjectExpression", "ConfigError", { key: 0 }), false);
  assert.equal(ignored("StringLiteral", "open", { key: 0, parent: "CallExpression" }), false);
});

for (const [file, tests] of Object.entries(TARGETS)) {
  test(`tools/mutants/targets.ts names files that are there: ${file}`, () => {
    const own = ownTestsOf(file);
    assert.ok(existsSync(new URL(file, root)));
    assert.ok(tests.length || own.some((path) => existsSync(new URL(path, root))), `${own} tests it`);
    for (const path of tests) assert.ok(existsSync(new URL(path, root)), path);
  });
}

test("test/mutants.json gives reasons for lines that are there", async () => {
  assert.deepEqual(Object.keys(explained).filter((file) => !(file in TARGETS)), []);
  for (const [file, explanations] of Object.entries(explained)) {
    const lines = (await readFile(new URL(file, root), "utf8")).split("\n").map((line) => line.trim());
    for (const [source, reasons] of Object.entries(explanations)) {
      assert.ok(lines.includes(source), `${file}: ${source}`);
      for (const reason of Object.values(reasons)) assert.match(reason, /^[A-Z`].* .*\.$/, source);
    }
  }
});
