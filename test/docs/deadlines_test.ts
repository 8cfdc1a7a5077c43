import assert from "node:assert/strict";
import { test } from "node:test";
import { testPlatform } from "../../src/testing/mod.ts";
import { keepDeadlines } from "./_deadlines.ts";

test("keepDeadlines() lets a deadline pass with the clock of the platform alone, and pauses as they are", async () => {
  const platform = testPlatform();
  const before = [globalThis.setTimeout, globalThis.clearTimeout, AbortSignal.timeout];
  const passed: string[] = [];
  const stop = keepDeadlines(platform);
  try {
    setTimeout((name: string) => passed.push(name), 1000, "first");
    setTimeout(() => passed.push("second"), 2000);
    clearTimeout(setTimeout(() => passed.push("cancelled"), 2000));
    clearTimeout(setTimeout(() => passed.push("no pause"), 1));
    clearTimeout(undefined);
    const signal = AbortSignal.timeout(3000);
    await new Promise((resolve) => setTimeout(resolve, 1));
    assert.deepEqual(passed, []);
    platform.tick(1);
    assert.deepEqual(passed, ["first"]);
    platform.tick(1.999);
    assert.deepEqual(passed, ["first", "second"]);
    assert.equal(signal.aborted, false);
    platform.tick(0.001);
    assert.equal(signal.reason.name, "TimeoutError");
  } finally {
    stop();
  }
  assert.deepEqual([globalThis.setTimeout, globalThis.clearTimeout, AbortSignal.timeout], before);
});
