import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterRows } from "../../src/adapters/contract/types.ts";
import { securityOf } from "../../src/entries/adapters.ts";
import { withoutRows } from "../_with_rows.ts";

test("securityOf() returns the functions of security, and none that would replace those of another adapter", async () => {
  const memory = Memory();
  const security = securityOf(memory);
  assert.deepEqual(Object.keys(security), ["rows"]);
  assert.deepEqual(Object.keys(security.rows), Object.keys(memory.rows));
  const row = {
    userId: "1",
    generation: 1,
    passwordHash: null,
    passwordIsProven: true,
    passwordSetAt: null,
  };
  assert.equal(await security.rows.store("security", row, null), true);
  assert.deepEqual(await memory.rows.find("security", { userId: "1" }), row);
  assert.deepEqual(await security.rows.find("security", { userId: "1" }), row);
});

test("securityOf() calls the functions on their adapter, be it an instance of a class", async () => {
  class Own {
    readonly #inner = Memory().rows;
    readonly #seen: string[] = [];
    find(...args: Parameters<AdapterRows["find"]>) {
      this.#seen.push(args[0]);
      return this.#inner.find(...args);
    }
    removeOwned(userId: string) {
      this.#seen.push("removeOwned");
      return this.#inner.removeOwned(userId);
    }
    get seen(): readonly string[] {
      return this.#seen;
    }
  }
  const { find: _, removeOwned: __, ...others } = Memory().rows;
  const rows = Object.assign(new Own(), others);
  const lent = securityOf({ rows: rows as AdapterRows });
  assert.equal(await lent.rows.find("security", { userId: "1" }), null);
  await lent.rows.removeOwned("1");
  assert.deepEqual(rows.seen, ["security", "removeOwned"]);
});

test("securityOf() refuses an adapter that has no rows, or lacks a function of them", () => {
  for (const adapter of [withoutRows(Memory()), { ...Memory(), rows: undefined }]) {
    assert.throws(
      () => securityOf(adapter as never),
      /^TypeError: .*the adapter has no `rows\.find`\. Give one/,
    );
  }
  const { rows: { takeBack: _, ...rows } } = Memory();
  assert.throws(() => securityOf({ rows } as never), /the adapter has no `rows\.takeBack`/);
});

test("securityOf() lends the rows of each kind", async () => {
  const memory = Memory();
  const lent = securityOf(memory);
  const session = {
    id: "key",
    userId: "1",
    provider: "google",
    providerAccountId: "ada",
    sid: "at-google",
    sub: null,
    idToken: null,
    expires: new Date("2030-01-01T00:00:00Z"),
  };
  await lent.rows.store("providerSessions", session);
  assert.deepEqual(await memory.rows.find("providerSessions", { id: "key" }), session);
  assert.deepEqual(await lent.rows.list("providerSessions", { provider: "google", sid: "at-google" }), [
    session,
  ]);
  const attempts = { key: "k", count: 2, expires: session.expires };
  assert.deepEqual(await lent.rows.count("attempts", attempts, new Date(0)), attempts);
  await lent.rows.takeBack("attempts", { key: "k" }, 1);
  assert.deepEqual(await memory.rows.find("attempts", { key: "k" }), { ...attempts, count: 1 });
  assert.equal(await lent.rows.remove("attempts", { key: "k" }), true);
  await lent.rows.removeOwned("1");
  assert.equal(await memory.rows.find("providerSessions", { id: "key" }), null);
});

test("securityOf() takes the id of a user as text, also if it is a number, and leaves other numbers", async () => {
  const memory = Memory();
  const lent = securityOf(memory);
  const id = 7 as unknown as string;
  const row = { generation: 1, passwordHash: "a hash", passwordIsProven: true, passwordSetAt: null };
  assert.equal(await lent.rows.store("security", { ...row, userId: id }, null), true);
  for (const userId of [id, "7"]) {
    assert.deepEqual(await lent.rows.find("security", { userId }), { ...row, userId: "7" });
  }
  assert.equal(await lent.rows.store("security", { ...row, userId: id, generation: 2 }, 1), true);
  assert.deepEqual(await lent.rows.list("secondFactors", {}, { after: null, limit: 1 }), []);
});
