import assert from "node:assert/strict";
import { test } from "node:test";
import type { VerificationToken } from "../../src/adapters/contract/types.ts";
import type { TokenStore } from "../../src/model/store.ts";
import { refusesDuplicates, storeOnce } from "../../src/sign_in/stored_once.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const DUPLICATE = new Error("duplicate key");
const DOWN = new Error("connection refused");

/** What a database does with a second row of the same key. */
type Habit = "refuses" | "replaces" | "adds";

/** A database. `failures` are the calls to store a row that fail for another reason, counted from 1. */
function open(habit: Habit = "refuses", { failures = [] as readonly number[], methods = {} } = {}) {
  const platform = testPlatform();
  const rows: VerificationToken[] = [];
  let [calls, uses] = [0, 0];
  const same = (a: { identifier: string; token: string }) => (b: VerificationToken) =>
    a.identifier === b.identifier && a.token === b.token;
  const store = {
    createVerificationToken(row: VerificationToken) {
      if (failures.includes(++calls)) return Promise.reject(DOWN);
      const index = rows.findIndex(same(row));
      if (index >= 0 && habit === "refuses") return Promise.reject(DUPLICATE);
      if (index >= 0 && habit === "replaces") rows.splice(index, 1);
      rows.push(row);
      return Promise.resolve(row);
    },
    useVerificationToken(key: { identifier: string; token: string }) {
      uses++;
      const index = rows.findIndex(same(key));
      // As adapters do that reject if there is nothing to remove.
      return index < 0
        ? Promise.reject(new Error("no such row"))
        : Promise.resolve(rows.splice(index, 1)[0]!);
    },
    ...methods,
  } as unknown as TokenStore;
  const row = { identifier: "challenge", token: "t", expires: new Date(platform.now() + 1000) };
  return { rows, row, store, platform, callCount: () => calls, useCount: () => uses };
}

test("storeOnce() stores a row once: the second caller gets the error of the database", async () => {
  const { rows, row, store, platform } = open();
  assert.equal(await storeOnce(row, store, platform), null);
  assert.equal(await storeOnce(row, store, platform), DUPLICATE);
  assert.deepEqual(rows, [row], "the row with which the database was tried does not stay");
});

test("storeOnce() throws if the database fails: that is not a second use", async () => {
  const { rows, row, store, platform } = open("refuses", { failures: [1, 2] });
  await assert.rejects(storeOnce(row, store, platform), DOWN);
  assert.deepEqual(rows, []);
});

test("storeOnce() tries the database with another key that lives as long", async () => {
  const { row, store, platform, rows } = open();
  const tried: VerificationToken[] = [];
  const { createVerificationToken } = store;
  await storeOnce(row, store, platform);
  const noted = {
    ...store,
    createVerificationToken: (each: VerificationToken) => {
      tried.push(each);
      return createVerificationToken(each);
    },
  };
  await storeOnce(row, noted, platform);
  assert.deepEqual(tried[0], row);
  assert.equal(tried[1]!.identifier, "passkey challenge");
  assert.match(tried[1]!.token, /^[0-9a-f]{64}$/);
  assert.deepEqual(tried[1]!.expires, row.expires);
  assert.equal(rows.length, 1);
});

test("refusesDuplicates() finds out whether a database refuses a second row, and leaves no row", async () => {
  for (const [habit, refuses] of [["refuses", true], ["replaces", false], ["adds", false]] as const) {
    const { rows, store, platform, useCount } = open(habit);
    assert.equal(await refusesDuplicates(store, platform), refuses, habit);
    assert.deepEqual(rows, [], habit);
    assert.equal(useCount(), refuses ? 1 : 2, "a second row is removed only where there may be one");
  }
});

test("refusesDuplicates() tries a database once", async () => {
  const { store, platform, callCount } = open();
  assert.deepEqual(
    await Promise.all([refusesDuplicates(store, platform), refusesDuplicates(store, platform)]),
    [true, true],
  );
  assert.equal(await refusesDuplicates(store, platform), true);
  assert.equal(callCount(), 3);
});

test("refusesDuplicates() tries again after a failure", async () => {
  const { store, platform } = open("refuses", { failures: [1] });
  await assert.rejects(refusesDuplicates(store, platform), DOWN);
  assert.equal(await refusesDuplicates(store, platform), true);
});

test("refusesDuplicates() tries again, once for all who wait, after a request was ended that had tried", async () => {
  const { store, platform, callCount } = open();
  const first = [new Promise<never>(() => {})];
  const createVerificationToken = (row: VerificationToken) =>
    first.pop() ?? store.createVerificationToken(row);
  const ended = { ...store, createVerificationToken };
  const asked = [1, 2, 3].map(() => refusesDuplicates(ended, platform));
  platform.tick(11);
  assert.deepEqual(await Promise.all(asked.slice(1)), [true, true]);
  assert.equal(callCount(), 3);
});

test("refusesDuplicates() does not take one failure for a refusal", async () => {
  for (const failure of [2, 3]) {
    const { store, platform } = open("replaces", { failures: [failure] });
    assert.equal(await refusesDuplicates(store, platform), false);
  }
});

test("refusesDuplicates() tries with a random key that ends in five minutes", async () => {
  const { store, platform } = open();
  const tried: VerificationToken[] = [];
  const { createVerificationToken } = store;
  const noted = {
    ...store,
    createVerificationToken: (each: VerificationToken) => {
      tried.push(each);
      return createVerificationToken(each);
    },
  };
  await refusesDuplicates(noted, platform);
  for (const { identifier, token, expires } of tried) {
    assert.equal(identifier, "passkey challenge");
    assert.match(token, /^[0-9a-f]{64}$/);
    assert.equal(expires.getTime(), platform.now() + 300_000);
  }
});

test("refusesDuplicates() trusts an adapter with methods of the library, and does not try it", async () => {
  for (const method of ["addCredentials", "createUserWithAccount"]) {
    const { store, platform, callCount } = open("replaces", { methods: { [method]: () => {} } });
    assert.equal(await refusesDuplicates(store, platform), true);
    assert.equal(callCount(), 0);
  }
});
