import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, endedIn, failureOf, unfinishedIn } from "../../tools/run/output.ts";

test("countsOf() reads the summary of deno test", () => {
  const text =
    "ok | 3 passed inside an output | 9 failed\n\nok | 12 passed (3 steps) | 0 failed | 2 ignored (4s)\n";
  assert.deepEqual(countsOf(text, 0), { passed: 12, failed: 0, skipped: 2 });
});

test("countsOf() reads the summary of vitest", () => {
  const text =
    " Test Files  1 failed (1)\n      Tests  2 failed | 3 passed | 1 skipped (6)\n   Start at  12:00:00\n";
  assert.deepEqual(countsOf(text, 1), { passed: 3, failed: 2, skipped: 1 });
});

test("countsOf() counts a failure when the program fails although each test passed", () => {
  assert.deepEqual(countsOf("ok | 5 passed | 0 failed (1s)\nerror: leaking", 1), {
    passed: 5,
    failed: 1,
    skipped: 0,
  });
});

test("countsOf() counts a failure when nothing was counted", () => {
  assert.deepEqual(countsOf("error: No test modules found", 1), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(countsOf("", 0), { passed: 0, failed: 1, skipped: 0 });
});

test("unfinishedIn() names the tests that run for long, without those that have ended since", () => {
  const inParallel = "./a_test.ts => quick ... ok (1ms)\n'slow' has been running for over (1m0s)\n" +
    "'it's stuck' has been running for over (1m0s)\n./a_test.ts => slow ... ok (1m9s)\n" +
    "'it's stuck' has been running for over (2m0s)\n";
  assert.deepEqual(unfinishedIn(inParallel), ["it's stuck"]);
  const oneByOne =
    "quick ... ok (1ms)\nslow ...'slow' has been running for over (1m0s)\nslow ... ok (1m9s)\n" +
    "it's stuck ...'it's stuck' has been running for over (1m0s)\n";
  assert.deepEqual(unfinishedIn(oneByOne), ["it's stuck"]);
  assert.deepEqual(unfinishedIn("quick ... ok (1ms)\n"), []);
});

test("failureOf() starts where vitest names the tests that failed", () => {
  const text = " ✓ a.test.ts\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n FAIL b.test.ts\n Tests  1 failed\n";
  assert.equal(failureOf(text).text, "⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n FAIL b.test.ts\n Tests  1 failed");
});

test("failureOf() returns the end of an output that names no test", () => {
  const text = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join("\n");
  assert.equal(failureOf(text).text.split("\n").length, 300);
  assert.match(failureOf(text).text, /line 999$/);
});

test("failureOf() shows why a test has failed, however much the programs of the tests have printed", () => {
  const why = " ERRORS \n\na => ./test/x_test.ts:8:3\nerror: the reason\nFAILED | inside\n\n FAILURES \n\n" +
    "a => ./test/x_test.ts:8:3\n\nFAILED | 0 passed | 1 failed (1s)";
  const noise = "at somewhere\n".repeat(1000);
  assert.equal(failureOf(`${noise}\n${why}\n\n${noise}`).text, why.trim());
  const many = failureOf(` ERRORS \n\nthe first\n${noise}FAILED | 0 passed | 99 failed\n`).text.split("\n");
  assert.deepEqual([many.length, many[2]], [300, "the first"]);
});

test("failureOf() names each test that deno test lists, once", () => {
  const text = ` ERRORS \n\na => b => ./test/x_test.ts:8:3\nerror: no\n\n FAILURES \n\n` +
    "a => b => ./test/x_test.ts:8:3\nc => ./test/y_test.ts:1:1\nc => ./test/y_test.ts:1:1\n\nFAILED | 0 passed | 3 failed\n";
  assert.deepEqual(failureOf(text).tests, [
    { name: "a => b", file: "test/x_test.ts" },
    { name: "c", file: "test/y_test.ts" },
  ]);
});

test("failureOf() names the file of a group that cannot be loaded", () => {
  const name = "test/http/x_test.ts can be loaded";
  const text = `${name} ... FAILED (2ms)\n\n FAILURES \n\n${name} => ./.work/groups/unit/1_test.ts:5:57\n`;
  assert.deepEqual(failureOf(text).tests, [{ name, file: "test/http/x_test.ts" }]);
});

test("failureOf() names the file that ran a test, where a helper has registered it", () => {
  const text = "./test/docs/x_test.ts => reads a page ... FAILED (2ms)\n\n FAILURES \n\n" +
    "reads a page => ./test/docs/_recipe.ts:137:7\n\nFAILED | 0 passed | 1 failed\n";
  assert.deepEqual(failureOf(text).tests, [{ name: "reads a page", file: "test/docs/x_test.ts" }]);
});

test("failureOf() names the file in the stack, where a helper has registered a test of a group", () => {
  const helper = "./test/docs/_recipe.ts:137:7";
  const stackOf = (file: string) => `error: no\n    at open (file:///a%20b/${file}:3:35)\n\n`;
  const text = ` ERRORS \n\na => ${helper}\n${stackOf("test/docs/x_test.ts")}` +
    `b => ${helper}\n${stackOf("test/docs/_recipe.ts")}c => ${helper}\n${stackOf("test/docs/y_test.ts")}` +
    ` FAILURES \n\na => ${helper}\nb => ${helper}\nc => ${helper}\n\nFAILED | 0 passed | 3 failed\n`;
  assert.deepEqual(failureOf(text).tests, [
    { name: "a", file: "test/docs/x_test.ts" },
    { name: "b", file: "test/docs/_recipe.ts" },
    { name: "c", file: "test/docs/y_test.ts" },
  ]);
});

test("endedIn() counts the tests that have ended in a part of an output", () => {
  const part = "a ... ok (2ms)\nb ...\n--- output\nb ... FAILED (1s)\nc ... ignored (0ms)\n";
  assert.equal(endedIn(part), 3);
});
