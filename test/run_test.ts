import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf } from "./run.ts";

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
