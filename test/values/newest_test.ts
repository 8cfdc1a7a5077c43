import assert from "node:assert/strict";
import { test } from "node:test";
import { setNewest } from "../../src/values/newest.ts";

test("setNewest() makes an entry the newest, also a known one, and removes the oldest beyond the most", () => {
  const map = new Map([["a", 1], ["b", 2]]);
  setNewest(map, ["a", 3], 2);
  assert.deepEqual([...map], [["b", 2], ["a", 3]]);
  setNewest(map, ["c", 4], 2);
  assert.deepEqual([...map], [["a", 3], ["c", 4]]);
});
