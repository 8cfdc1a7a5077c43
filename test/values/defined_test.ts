import assert from "node:assert/strict";
import { test } from "node:test";
import { defined } from "../../src/values/defined.ts";

test("defined() omits undefined fields only", () => {
  assert.deepEqual(defined({ a: 1, b: undefined, c: null, d: 0, e: "" }), { a: 1, c: null, d: 0, e: "" });
  assert.deepEqual(defined(undefined), {});
});
