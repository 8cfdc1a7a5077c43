import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ServerBusy } from "../../src/errors/errors.ts";
import { countersOf, type Owner, ownerOf } from "../../src/limits/counters.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { type OwnRows, withoutRows, withRows } from "../_with_rows.ts";

/** Counters on memory with other functions for attempts, or as `change` makes it; without a database for `null`. */
function open(change: Partial<OwnRows<"attempts">> | ((memory: Required<Adapter>) => Adapter) | null = {}) {
  const platform = testPlatform();
  const warnings: string[] = [];
  const memory = Memory();
  const changed = typeof change === "function" ? change(memory) : withRows(memory, "attempts", change ?? {});
  const store = change && bindAdapter(changed);
  const logger = { warn: (text: string) => void warnings.push(text) };
  const counters = countersOf({ store, platform, logger });
  const add = async () => (await counters.add("key", new Date(platform.now() + 3_600_000), 10)).count;
  return { platform, memory, warnings, counters, add };
}

/** The error of an adapter whose database has no such table. */
const missingTable = () =>
  Promise.reject(
    Object.assign(new Error("There is no table `attempts`: add it"), { name: "MissingTableError" }),
  );

test("countersOf() counts in the database", async () => {
  const { memory, counters, add, platform, warnings } = open();
  assert.deepEqual([await add(), await add(), await add()], [1, 2, 3]);
  await counters.takeBack("key", 1);
  const now = new Date(platform.now());
  const expires = new Date(platform.now() + 1);
  assert.equal((await memory.rows.count("attempts", { key: "key", count: 0, expires }, now)).count, 2);
  await counters.takeBack("key");
  assert.equal(await add(), 1);
  assert.deepEqual(warnings, []);
});

test("countersOf() counts in memory without a database, and has nothing to say about it", async () => {
  const { counters, add, warnings } = open(null);
  assert.deepEqual([await add(), await add()], [1, 2]);
  await counters.takeBack("key");
  assert.equal(await add(), 1);
  assert.deepEqual(warnings, []);
});

test("countersOf() counts in memory if the adapter cannot count, and names what it lacks", async () => {
  const { add, warnings } = open(withoutRows);
  assert.deepEqual([await add(), await add()], [1, 2]);
  const message =
    "limits-in-memory: Failed attempts are counted in the memory of each process: with several, or one per request, " +
    "strangers have more. The adapter has no `rows`: use one of " +
    "@latchkey/auth/adapters, or add its rows with `securityOf`, with the table that `npx @latchkey/auth schema` prints";
  assert.equal(warnings[0], message);
});

test("countersOf() refuses an attempt if the database fails", async () => {
  const down = new Error("connection refused");
  const fail = () => Promise.reject(down);
  const { add, counters, warnings } = open({ count: fail, remove: fail, takeBack: fail });
  const isBusy = (error: unknown) => {
    assert.ok(error instanceof ServerBusy);
    const { err } = error.cause as { err: Error };
    assert.equal((err.cause as { err: Error }).err, down);
    return true;
  };
  await assert.rejects(add(), isBusy);
  await assert.rejects(counters.takeBack("key"), isBusy);
  await assert.rejects(counters.takeBack("key", 1), isBusy);
  assert.deepEqual(warnings, []);
});

test("countersOf() counts in memory for a minute if the table is missing, then asks for it again", async () => {
  let asked = 0;
  const count = () => {
    asked++;
    return missingTable();
  };
  const { add, warnings, platform } = open({ count });
  assert.deepEqual([await add(), await add()], [1, 2]);
  assert.equal(asked, 1);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^limits-in-memory: .*There is no table `attempts`: add it$/);
  platform.tick(59.999);
  assert.equal(await add(), 3);
  assert.equal(asked, 1);
  platform.tick(0.001);
  assert.equal(await add(), 4);
  assert.equal(asked, 2);
});

test("ownerOf() names a config by its values: its origin, path, cookie and clients", async () => {
  const own: Owner = {
    origin: "https://app.example",
    basePath: "/auth",
    cookies: { sessionToken: { name: "__Host-session" } },
    providers: new Map(Object.entries({ a: { clientId: "1", issuer: "i" }, b: { clientId: "2" } })),
  };
  const name = await ownerOf(own);
  assert.match(name, /^[\w-]{11}$/);
  const named = (name: string): Partial<Owner> => ({ cookies: { sessionToken: { name } } });
  const clients = (...list: readonly [string, object][]): Partial<Owner> => ({ providers: new Map(list) });
  const a = ["a", { clientId: "1", issuer: "i", secret: "s" }] as const;
  const b = ["b", { clientId: "2" }] as const;
  const same: readonly Partial<Owner>[] = [
    {},
    named("__Secure-session"),
    named("session"),
    clients([...b], [...a]),
  ];
  for (const each of same) assert.equal(await ownerOf({ ...own, ...each }), name, JSON.stringify(each));
  const others: readonly Partial<Owner>[] = [
    { origin: undefined },
    { origin: "https://app.example:8443" },
    { basePath: "/api/auth" },
    named("other"),
    named("ownsession"),
    named("own__Host-session"),
    clients([...a]),
    clients([...a], ["c", b[1]]),
    clients([...a], ["b", { clientId: "3" }]),
    clients(["a", { clientId: "1", issuer: "j" }], [...b]),
  ];
  const names = await Promise.all(others.map((each) => ownerOf({ ...own, ...each })));
  assert.equal(new Set([name, ...names]).size, others.length + 1);
});

test("countersOf() says to the memory how many are allowed, so that a full count is kept there", async () => {
  const { counters, platform } = open(null);
  const add = async (key: string, most: number) =>
    (await counters.add(key, new Date(platform.now() + 3_600_000), most)).count;
  await add("victim", 1);
  for (let index = 0; index < 50_000; index++) await add(`other ${index}`, 10);
  assert.equal(await add("victim", 1), 2);
});
