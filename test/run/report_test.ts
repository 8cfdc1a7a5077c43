import assert from "node:assert/strict";
import { test } from "node:test";
import { failedIn, rowOf, textOf } from "../../tools/run/report.ts";

/** Removes the colours. */
const plain = (text: string) => text.replaceAll(new RegExp("\x1b\\[\\d+m", "g"), "");

test("rowOf() says how long a stage took, of the clock and of the processors", () => {
  const result = { passed: 12, failed: 0, skipped: 2, cpu: 210.4, reasons: [], failures: [] };
  assert.equal(
    plain(rowOf({ name: "unit", result, seconds: 121.04 })),
    "ok      unit        121.0 s   210 CPU-s  12 passed, 0 failed, 2 skipped",
  );
  assert.match(
    plain(rowOf({ name: "unit", result: { ...result, failed: 1 }, seconds: 1 })),
    /^FAILED {2}unit/,
  );
});

test("failedIn() names the tests of a stage that failed, and what hung", () => {
  const failures = [{
    text: "error: no",
    tests: [{ name: "it is refused", file: "test/flows/csrf_test.ts" }],
  }];
  const reasons = ["skip: redis: not installed", "hung: deno test: it had printed nothing for 600 s"];
  const result = { passed: 12, failed: 2, skipped: 0, cpu: 1, reasons, failures };
  assert.deepEqual(failedIn({ result }).map((line) => line.trim()), [
    "test/flows/csrf_test.ts: it is refused",
    "hung: deno test: it had printed nothing for 600 s",
  ]);
  assert.deepEqual(failedIn({ result: { ...result, failures: [], reasons: [] } }), []);
});

test("textOf() ends with the command that runs what failed alone", () => {
  const tests = [{ name: "it's refused (RFC 9700)", file: "test/flows/csrf_test.ts" }];
  assert.match(
    plain(textOf({ text: "error: no", tests }, "unit")),
    /── unit\nerror: no\n\nFAILED {2}test\/flows\/csrf_test.ts: it's refused \(RFC 9700\)\n +(?:deno|npx -y deno@[\d.]+) task t test\/flows\/csrf_test.ts 'it'\\''s refused \(RFC 9700\)'$/,
  );
  assert.match(plain(textOf({ text: "error: no", tests: [] }, "doc lint")), /task test 'doc lint'$/);
});
