import assert from "node:assert/strict";
import { test } from "node:test";
import { isColor } from "../../src/markup/color.ts";
import { COLORS, OTHERS } from "./_colors.ts";

test("isColor() accepts hexadecimal colours, names and functions with plain numbers", () => {
  assert.deepEqual(COLORS.filter((color) => !isColor(color)), []);
});

test("isColor() refuses everything else", () => {
  assert.deepEqual(OTHERS.filter(isColor), []);
});

test("isColor() needs linear time", () => {
  const start = performance.now();
  isColor(`rgb(${"1 ,".repeat(50_000)}`);
  isColor(`rgb(${"1".repeat(100_000)}`);
  isColor("a".repeat(100_000));
  assert.ok(performance.now() - start < 10_000);
});
