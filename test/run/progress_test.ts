import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "../../tools/run/progress.ts";

test("Progress names the stages that run, the tests that have ended, and the time beside that of the last run", () => {
  let now = 0;
  const progress = new Progress(
    { unit: { seconds: 120.4, tests: 12_405 }, types: { seconds: 30, tests: 1 } },
    () => now,
  );
  assert.equal(progress.line(), "");
  progress.begin("unit");
  progress.begin("types");
  now = 9_000;
  progress.begin("npm");
  progress.read("unit", "a ... ok (1ms)\nb ... ok (2ms)\n");
  progress.read("npm", "c ... ok (1ms)\n");
  assert.equal(progress.line(), "unit 2 of 12405 tests, 9 s of 120 s · types 9 s of 30 s · npm 1 tests, 0 s");
  progress.end("unit");
  assert.equal(progress.line(), "types 9 s of 30 s · npm 1 tests, 0 s");
});
