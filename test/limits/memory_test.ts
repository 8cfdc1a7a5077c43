import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryOf } from "../../src/limits/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const at = (milliseconds: number) => new Date(milliseconds);
const attempt = (key: string, { now = 0, count = 1 } = {}) =>
  [{ key, count, expires: at(now + 1000) }, at(now)] as const;

test("memoryOf() counts until the end of the first attempt, and begins anew then", async () => {
  const memory = memoryOf(testPlatform());
  assert.deepEqual(await memory.count(...attempt("a")), { key: "a", count: 1, expires: at(1000) });
  assert.deepEqual(await memory.count(...attempt("a", { now: 999, count: 2 })), {
    key: "a",
    count: 3,
    expires: at(1000),
  });
  assert.deepEqual(await memory.count(...attempt("b", { now: 999 })), {
    key: "b",
    count: 1,
    expires: at(1999),
  });
  assert.deepEqual(await memory.count(...attempt("a", { now: 1000 })), {
    key: "a",
    count: 1,
    expires: at(2000),
  });
});

test("memoryOf() takes attempts back: some, or all of a key", async () => {
  const memory = memoryOf(testPlatform());
  const countAfter = async (count?: number) => {
    await memory.count(...attempt("a", { count: 5 }));
    await memory.takeBack("a", count);
    const { count: left } = await memory.count(...attempt("a", { count: 0 }));
    await memory.takeBack("a");
    return left;
  };
  assert.equal(await countAfter(2), 3);
  assert.equal(await countAfter(5), 0);
  assert.equal(await countAfter(6), 0, "never below zero");
  assert.equal(await countAfter(), 0);
  await memory.count(...attempt("b"));
  await memory.takeBack("another key");
  assert.equal((await memory.count(...attempt("b"))).count, 2);
});

test("memoryOf() begins anew after it has taken all attempts back", async () => {
  const memory = memoryOf(testPlatform());
  await memory.count(...attempt("a"));
  await memory.takeBack("a", 1);
  assert.deepEqual((await memory.count(...attempt("a", { now: 500 }))).expires, at(1500));
});

test("memoryOf() counts in one map for all adapters of a clock, and apart for another clock", async () => {
  const platform = testPlatform();
  await memoryOf(platform).count(...attempt("a"));
  assert.equal((await memoryOf(platform).count(...attempt("a"))).count, 2);
  assert.equal((await memoryOf(testPlatform()).count(...attempt("a"))).count, 1);
});

test("memoryOf() keeps the 50,000 keys that were counted last", async () => {
  const memory = memoryOf(testPlatform());
  const countOf = async (key: string) => (await memory.count(...attempt(key))).count;
  for (let index = 0; index < 50_000; index++) await memory.count(...attempt(`key ${index}`));
  assert.equal(await countOf("key 0"), 2, "50,000 are kept, and this one is the newest now");
  assert.equal(await countOf("one more"), 1);
  assert.equal(await countOf("key 0"), 3);
  assert.equal(await countOf("key 2"), 2);
  assert.equal(await countOf("key 1"), 1, "the oldest was dropped");
});

/** Counts the attempts of many keys, each of them as often as `times` says. */
async function flood(
  memory: ReturnType<typeof memoryOf>,
  count: number,
  { times = 1, name = "other" } = {},
): Promise<void> {
  for (let index = 0; index < count; index++) {
    for (let time = 0; time < times; time++) await memory.count(...attempt(`${name} ${index}`), 10);
  }
}

test("memoryOf() forgets no count that is full, or nearly, for counts of other keys (LM-13)", async () => {
  for (const before of [1, 5, 9, 10]) {
    const memory = memoryOf(testPlatform());
    for (let time = 0; time < before; time++) await memory.count(...attempt("victim"), 10);
    // A count of one is worth a guess.
    await flood(memory, before === 1 ? 40_000 : 120_000);
    assert.equal((await memory.count(...attempt("victim"), 10)).count, before + 1, String(before));
  }
});

test("memoryOf() forgets no first attempt of a key because all others have two (LM-13)", async () => {
  const memory = memoryOf(testPlatform());
  await flood(memory, 50_000, { times: 2 });
  await memory.count(...attempt("victim"), 10);
  await flood(memory, 1000, { name: "new" });
  assert.equal((await memory.count(...attempt("victim"), 10)).count, 2);
});

test("memoryOf() keeps a full count of few attempts, as of mails, and has room for others beside full ones", async () => {
  const memory = memoryOf(testPlatform());
  for (let time = 0; time < 3; time++) await memory.count(...attempt("victim"), 3);
  await flood(memory, 60_000);
  assert.equal((await memory.count(...attempt("victim"), 3)).count, 4);
  for (let index = 0; index < 60_000; index++) await memory.count(...attempt(`full ${index}`), 1);
  await memory.count(...attempt("new"), 10);
  await flood(memory, 1000, { name: "newer" });
  assert.equal((await memory.count(...attempt("new"), 10)).count, 2);
});

test("memoryOf() forgets full counts that are over, so that they take no room", async () => {
  const memory = memoryOf(testPlatform());
  for (let index = 0; index < 46_000; index++) await memory.count(...attempt(`full ${index}`), 1);
  for (let index = 0; index < 600_000; index++) {
    await memory.count(...attempt(`later ${index % 100}`, { now: 1000 }), Infinity);
  }
  for (let index = 0; index < 40_000; index++) {
    await memory.count(...attempt(`room ${index}`, { now: 1500 }), 10);
  }
  assert.equal((await memory.count(...attempt("room 0", { now: 1500 }), 10)).count, 2);
});

test("memoryOf() keeps a count that its first attempt fills, whatever else is counted once", async () => {
  const memory = memoryOf(testPlatform());
  await memory.count(...attempt("victim"), 1);
  await flood(memory, 50_000);
  assert.equal((await memory.count(...attempt("victim"), 1)).count, 2);
});

test("memoryOf() keeps 50,000 counts, full ones among them", async () => {
  const memory = memoryOf(testPlatform());
  const full = async (index: number) => (await memory.count(...attempt(`full ${index}`), 1)).count;
  for (let index = 0; index < 30_000; index++) await full(index);
  await flood(memory, 20_000);
  assert.equal(await full(0), 2);
  const countOf = async (index: number) => (await memory.count(...attempt(`other ${index}`), 10)).count;
  assert.equal(await countOf(0), 2, "there is room for all");
  await memory.count(...attempt("one more"), 10);
  assert.equal(await countOf(1), 1, "the oldest was dropped");
});

test("memoryOf() has room for 5,000 counts beside full ones, and no more", async () => {
  const memory = memoryOf(testPlatform());
  const full = async (index: number) => (await memory.count(...attempt(`full ${index}`), 1)).count;
  for (let index = 0; index < 45_000; index++) await full(index);
  await flood(memory, 5000);
  await full(45_000);
  assert.equal(await full(1), 2);
  assert.equal((await memory.count(...attempt("other 0"), 10)).count, 1);
});

test("memoryOf() keeps 50,000 counts of more than one attempt", async () => {
  const memory = memoryOf(testPlatform());
  await flood(memory, 60_000, { times: 2 });
  let kept = 0;
  for (let index = 0; index < 60_000; index++) {
    if ((await memory.count(...attempt(`other ${index}`, { count: 0 }), 10)).count === 2) kept++;
  }
  assert.ok(kept > 20_000 && kept <= 50_000, String(kept));
});

test("memoryOf() counts apart for each owner", async () => {
  const platform = testPlatform();
  const [ours, theirs] = [memoryOf(platform, "ours "), memoryOf(platform, "theirs ")];
  await ours.count(...attempt("a"));
  assert.equal((await theirs.count(...attempt("a"))).count, 1);
  assert.equal((await ours.count(...attempt("a"))).count, 2);
  await theirs.takeBack("a");
  assert.equal((await ours.count(...attempt("a"))).count, 3);
});
