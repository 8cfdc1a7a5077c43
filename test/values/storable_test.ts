import assert from "node:assert/strict";
import { test } from "node:test";
import { isStorable, toStorable } from "../../src/values/storable.ts";

test("toStorable() replaces U+0000 and halves of characters, in lists, objects and names too (AL-27)", () => {
  const at = new Date(0);
  assert.deepEqual(
    toStorable({
      name: "A\0da",
      list: ["\uD800", { "k\0": "\uDC00x" }],
      at,
      n: 1,
      ok: true,
      no: null,
      gone: undefined,
    }),
    {
      name: "A\uFFFDda",
      list: ["\uFFFD", { "k\uFFFD": "\uFFFDx" }],
      at,
      n: 1,
      ok: true,
      no: null,
      gone: undefined,
    },
  );
  assert.equal(toStorable("Ada 👩‍🚀 é"), "Ada 👩‍🚀 é");
});

test("toStorable() keeps objects of classes, and sets no prototype", () => {
  const own = new (class Own {
    name = "a\0";
  })();
  assert.equal(toStorable({ own }).own, own);
  const stored = toStorable(JSON.parse('{"__proto__":{"role":"admin"}}'));
  assert.equal((stored as { role?: string }).role, undefined);
});

test("toStorable() reads an object without prototype, whose names count too", () => {
  assert.deepEqual(toStorable(Object.assign(Object.create(null), { "k\0": "\0" })), { "k\uFFFD": "\uFFFD" });
});

test("toStorable() survives a value that is nested too deeply", () => {
  toStorable(JSON.parse('{"a":'.repeat(200_000) + "1" + "}".repeat(200_000)));
  toStorable(JSON.parse("[".repeat(200_000) + "]".repeat(200_000)));
});

test("isStorable() accepts what every database keeps", () => {
  assert.deepEqual(["", "é👩‍🚀", "\0", "\uD83D"].map(isStorable), [true, true, false, false]);
});
