import assert from "node:assert/strict";
import { test } from "node:test";
import { BLACK, contrast, luminance, parseHex, WHITE } from "../../src/markup/contrast.ts";

test("contrast() is the ratio of WCAG 2.2", () => {
  assert.equal(contrast(BLACK, WHITE), 21);
  assert.equal(contrast(WHITE, WHITE), 1);
  assert.equal(contrast(parseHex("#767676").rgb, WHITE).toFixed(2), "4.54");
});

test("luminance() is 0 for black, 1 for white, and most for green", () => {
  assert.deepEqual([BLACK, WHITE].map(luminance), [0, 1]);
  assert.deepEqual(["#f00", "#0f0", "#00f"].map((hex) => luminance(parseHex(hex).rgb).toFixed(4)), [
    "0.2126",
    "0.7152",
    "0.0722",
  ]);
});

test("parseHex() reads three, four, six and eight digits", () => {
  assert.deepEqual(parseHex("#0fF"), { rgb: [0, 1, 1], alpha: 1 });
  assert.deepEqual(parseHex("#f0f0"), { rgb: [1, 0, 1], alpha: 0 });
  assert.deepEqual(parseHex("#ff0000"), { rgb: [1, 0, 0], alpha: 1 });
  assert.deepEqual(parseHex("#0000ff33"), { rgb: [0, 0, 1], alpha: 0.2 });
});
