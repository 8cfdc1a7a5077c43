import assert from "node:assert/strict";
import { test } from "node:test";
import { whenReady } from "../../src/values/awaitable.ts";

test("whenReady() goes on at once with a value, and also with none", () => {
  for (const value of ["text", 0, null, undefined, { then: "no function" }]) {
    assert.deepEqual(whenReady<unknown, unknown>(value, (each) => [each]), [value]);
  }
});

test("whenReady() waits for a promise, and passes a failure on", async () => {
  const order: string[] = [];
  const result = whenReady(Promise.resolve("late"), (each) => order.push(each));
  order.push("first");
  assert.equal(await result, 2);
  assert.deepEqual(order, ["first", "late"]);
  await assert.rejects(async () =>
    await whenReady(Promise.reject(new Error("no")), () => order.push("never"))
  );
  assert.deepEqual(order, ["first", "late"]);
});

test("whenReady() throws what the next step throws", () => {
  const fail = () => {
    throw new Error("step");
  };
  assert.throws(() => whenReady("text", fail), /step/);
});
