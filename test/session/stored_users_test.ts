import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { storedUsersOf } from "../../src/session/stored_users.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** A database that has the users `has`, and counts its reads. */
function open(has: (id: string) => boolean = () => true) {
  const platform = testPlatform();
  const adapter = Memory();
  const reads: string[] = [];
  const getUser = (id: string) => {
    reads.push(id);
    return Promise.resolve(has(id) ? { id, email: null, emailVerified: null } : null);
  };
  const here = () => storedUsersOf(adapter, { store: { getUser }, delay: 300_000, platform })!;
  return { platform, reads, here };
}

test("storedUsersOf() is null without a database", () => {
  const context = { delay: 0, platform: testPlatform() };
  assert.equal(storedUsersOf(null, { ...context, store: { getUser: () => null } }), null);
  assert.equal(storedUsersOf(Memory(), { ...context, store: null }), null);
});

test("storedUsers.has() asks for a user once within the delay, also for another config, and each time if it is exact", async () => {
  const { platform, reads, here } = open();
  for (const id of ["a", "b", "a"]) assert.equal(await here().has(id), true);
  assert.deepEqual(reads, ["a", "b"]);
  platform.tick(299);
  await here().has("a");
  assert.equal(reads.length, 2);
  platform.tick(1);
  await here().has("a");
  assert.equal(reads.length, 3);
  await here().has("a", { isExact: true });
  assert.equal(reads.length, 4);
  // The clock was set back.
  platform.tick(-3600);
  await here().has("a");
  assert.equal(reads.length, 5);
});

test("storedUsers.has() remembers no user who is gone, and forgets one whom an exact look has not found", async () => {
  let isThere = false;
  const { reads, here } = open(() => isThere);
  const users = here();
  assert.deepEqual([await users.has("a"), await users.has("a")], [false, false]);
  isThere = true;
  assert.deepEqual([await users.has("a"), await users.has("a")], [true, true]);
  assert.equal(reads.length, 3);
  isThere = false;
  assert.equal(await users.has("a", { isExact: true }), false);
  assert.equal(await users.has("a"), false);
});

test("storedUsers.has() remembers the 10,000 users who were found last", async () => {
  const { reads, here } = open();
  const users = here();
  for (let i = 0; i < 10_000; i++) await users.has(String(i));
  await users.has("0");
  assert.equal(reads.length, 10_000);
  // Found again: the oldest is now the next one.
  await users.has("0", { isExact: true });
  await users.has("one more");
  reads.length = 0;
  await users.has("0");
  await users.has("2");
  assert.deepEqual(reads, []);
  await users.has("1");
  assert.deepEqual(reads, ["1"]);
});
