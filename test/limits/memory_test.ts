import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryOf } from "../../src/limits/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const at = (milliseconds: number) => new Date(milliseconds);
const attempt = (key: string, { now = 0, count = 1 } = {}) => ({
  key,
  count,
  now: at(now),
  expires: at(now + 1000),
});

test("memoryOf() counts until the end of the first attempt, and begins anew then", async () => {
  const { countAttempts } = memoryOf(testPlatform());
  assert.deepEqual(await countAttempts(attempt("a")), { key: "a", count: 1, expires: at(1000) });
  assert.deepEqual(await countAttempts(attempt("a", { now: 999, count: 2 })), {
    key: "a",
    count: 3,
    expires: at(1000),
  });
  assert.deepEqual(await countAttempts(attempt("b", { now: 999 })), {
    key: "b",
    count: 1,
    expires: at(1999),
  });
  assert.deepEqual(await countAttempts(attempt("a", { now: 1000 })), {
    key: "a",
    count: 1,
    expires: at(2000),
  });
});

test("memoryOf() takes attempts back: some, or all of a key", async () => {
  const { countAttempts, forgetAttempts } = memoryOf(testPlatform());
  const countAfter = async (count?: number) => {
    await countAttempts(attempt("a", { count: 5 }));
    await forgetAttempts("a", count);
    const { count: left } = await countAttempts(attempt("a", { count: 0 }));
    await forgetAttempts("a");
    return left;
  };
  assert.equal(await countAfter(2), 3);
  assert.equal(await countAfter(5), 0);
  assert.equal(await countAfter(6), 0, "never below zero");
  assert.equal(await countAfter(), 0);
  await countAttempts(attempt("b"));
  await forgetAttempts("another key");
  assert.equal((await countAttempts(attempt("b"))).count, 2);
});

test("memoryOf() begins anew after it has taken all attempts back", async () => {
  const { countAttempts, forgetAttempts } = memoryOf(testPlatform());
  await countAttempts(attempt("a"));
  await forgetAttempts("a", 1);
  assert.deepEqual((await countAttempts(attempt("a", { now: 500 }))).expires, at(1500));
});

test("memoryOf() counts in one map for all adapters of a clock, and apart for another clock", async () => {
  const platform = testPlatform();
  await memoryOf(platform).countAttempts(attempt("a"));
  assert.equal((await memoryOf(platform).countAttempts(attempt("a"))).count, 2);
  assert.equal((await memoryOf(testPlatform()).countAttempts(attempt("a"))).count, 1);
});

test("memoryOf() keeps the 50,000 keys that were counted last", async () => {
  const { countAttempts } = memoryOf(testPlatform());
  const countOf = async (key: string) => (await countAttempts(attempt(key))).count;
  for (let index = 0; index < 50_000; index++) await countAttempts(attempt(`key ${index}`));
  assert.equal(await countOf("key 0"), 2, "50,000 are kept, and this one is the newest now");
  assert.equal(await countOf("one more"), 1);
  assert.equal(await countOf("key 0"), 3);
  assert.equal(await countOf("key 2"), 2);
  assert.equal(await countOf("key 1"), 1, "the oldest was dropped");
});
