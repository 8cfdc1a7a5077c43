import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import {
  readPassword,
  removePassword,
  replaceHash,
  setPassword,
} from "../../src/features/passwords/store.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";

const USER = { id: "1", email: "ada@example.com", emailVerified: new Date(0) };
const NOW = testPlatform().now();

function open() {
  const store = bindAdapter(Memory()) as RowStore;
  const platform = testPlatform();
  return {
    store,
    set: (hash: string, ifGeneration?: number) =>
      setPassword({ userId: "1", hash, ...(ifGeneration !== undefined && { ifGeneration }) }, {
        store,
        platform,
      }),
  };
}

test("setPassword() raises the generation with each change, also with the first", async () => {
  const { store, set } = open();
  assert.equal(await set("one"), 1);
  assert.equal(await set("two"), 2);
  const { hash, generation } = await readPassword(USER, store);
  assert.deepEqual([hash, generation], ["two", 2]);
});

test("setPassword() changes nothing if the generation is not the one that its caller knows", async () => {
  const { store, set } = open();
  await set("one");
  await set("two");
  await assert.rejects(set("late", 1), UserChanged);
  assert.equal((await readPassword(USER, store)).hash, "two");
  assert.equal(await set("three", 2), 3);
});

test("setPassword() sets no first password after another one, for who has seen none", async () => {
  const { set } = open();
  await set("the owner's");
  await assert.rejects(set("the thief's", 0), UserChanged);
});

test("setPassword() lets one of several changes with the same knowledge win", async () => {
  const { store, set } = open();
  await set("one");
  const tried = await Promise.allSettled(["a", "b", "c", "d"].map((hash) => set(hash, 1)));
  const won = tried.flatMap(({ status }, index) => status === "fulfilled" ? ["abcd"[index]] : []);
  assert.equal(won.length, 1);
  assert.equal((await readPassword(USER, store)).hash, won[0]);
});

test("readPassword() does not count a password that a stranger may have set before the address was verified", async () => {
  const { store } = open();
  const row = { userId: "1", generation: 0, passwordHash: "x", passwordIsProven: false, passwordSetAt: null };
  await store.rows.store("security", row, null);
  assert.equal((await readPassword(USER, store)).hash, null);
  assert.equal((await readPassword({ ...USER, emailVerified: null }, store)).hash, "x");
  assert.equal((await readPassword(null, store)).hash, null);
});

test("readPassword() says when the password was set, and in which generation, or that neither is known", async () => {
  const { store, set } = open();
  assert.deepEqual(await readPassword(USER, store), { hash: null, setAt: null, generation: 0 });
  await set("one");
  assert.deepEqual(await readPassword(USER, store), { hash: "one", setAt: new Date(NOW), generation: 1 });
  assert.deepEqual(await readPassword(null, store), { hash: null, setAt: null, generation: 0 });
});

test("setPassword() tries a few times while others change the same row, and gives up then", async () => {
  for (const [refused, isSet] of [[9, true], [10, false]] as const) {
    const { store } = open();
    let left = refused;
    const busy = withRows(store, "security", (sound) => ({
      store: (...given) => left-- > 0 ? false : sound.store(...given),
    }));
    const context = { store: busy, platform: testPlatform() };
    const setting = setPassword({ userId: "1", hash: "x" }, context);
    if (isSet) assert.equal(await setting, 1);
    else await assert.rejects(setting, UserChanged);
    assert.equal((await readPassword(USER, store)).hash, isSet ? "x" : null);
  }
});

test("setPassword() has set the password although the answer of the database is lost", async () => {
  const { store } = open();
  const lost = withRows(store, "security", (sound) => ({
    store: async (...given) => (await sound.store(...given), Promise.reject(new Error("lost"))),
  }));
  const context = { store: lost, platform: testPlatform() };
  assert.equal(await setPassword({ userId: "1", hash: "x" }, context), 1);
  assert.equal((await readPassword(USER, store)).hash, "x");
});

test("replaceHash() sets no password for a user who has none", async () => {
  const { store, set } = open();
  await replaceHash("1", { from: "old", to: "better" }, store);
  assert.equal(await store.rows.find("security", { userId: "1" }), null);
  await set("old");
  await removePassword("1", store);
  await replaceHash("1", { from: "old", to: "better" }, store);
  assert.equal((await readPassword(USER, store)).hash, null);
});

test("replaceHash() keeps the generation, and a password that was changed in the meantime", async () => {
  const { store, set } = open();
  await set("old");
  await replaceHash("1", { from: "old", to: "better" }, store);
  assert.deepEqual(
    [(await readPassword(USER, store)).hash, (await readPassword(USER, store)).generation],
    ["better", 1],
  );
  await set("new");
  await replaceHash("1", { from: "better", to: "stale" }, store);
  assert.equal((await readPassword(USER, store)).hash, "new");
});

test("removePassword() says whether there was one, raises the generation, and leaves nothing else of it", async () => {
  const { store, set } = open();
  assert.equal(await removePassword("1", store), false);
  await set("one");
  assert.equal(await removePassword("1", store), true);
  assert.equal(await removePassword("1", store), false);
  const { hash, generation } = await readPassword(USER, store);
  assert.deepEqual([hash, generation], [null, 2]);
  assert.deepEqual(await store.rows.find("security", { userId: "1" }), { ...emptyRow("1"), generation });
});
