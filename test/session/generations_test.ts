import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { AdapterError, UserChanged } from "../../src/errors/errors.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { generationsOf } from "../../src/session/generations.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { type OwnRows, withoutRows, withRows } from "../_with_rows.ts";

const MINUTE = 60_000;

/** A database that counts its reads, and the generations in it as two processes see them. */
function open({ delay = 5 * MINUTE, own = {} }: { delay?: number; own?: Partial<OwnRows<"security">> } = {}) {
  const platform = testPlatform();
  const memory = Memory();
  let reads = 0;
  const adapter: Adapter = withRows(memory, "security", (sound) => ({
    find: (key) => (reads++, sound.find(key)),
    ...own,
  }));
  const warnings: string[] = [];
  const logger = { error: () => {}, warn: (text: string) => void warnings.push(text), debug: () => {} };
  const here = (copy: Adapter = adapter) =>
    generationsOf(copy, { store: bindAdapter(copy), delay, platform, logger })!;
  return { platform, memory, adapter, here, there: here({ ...adapter }), reads: () => reads, warnings };
}

test("generationsOf() is null without a database, and with one that stores no generations", () => {
  const context = { delay: 0, platform: testPlatform(), logger: console as never };
  assert.equal(generationsOf(null, { ...context, store: null }), null);
  const adapter = withoutRows(Memory());
  assert.equal(generationsOf(adapter, { ...context, store: bindAdapter(adapter) }), null);
});

test("generations.raise() ends with an adapter that never says that it has stored something", async () => {
  let writes = 0;
  const store = () => (writes++, Promise.resolve(undefined as never));
  await assert.rejects(open({ own: { store } }).here().raise("a"), UserChanged);
  assert.equal(writes, 100);
});

test("generations.current() asks the database once within the delay, for each user", async () => {
  const { here, reads, platform } = open();
  const generations = here();
  for (const user of ["a", "b", "a", "b", "a"]) assert.equal(await generations.current(user), 0);
  assert.equal(reads(), 2);
  platform.tick(299);
  await generations.current("a");
  assert.equal(reads(), 2);
  platform.tick(1);
  await generations.current("a");
  assert.equal(reads(), 3);
});

test("generations.current() asks again if the clock is set back by more than the delay", async () => {
  const { here, reads, platform } = open();
  const generations = here();
  await generations.current("a");
  platform.tick(-3600);
  await generations.current("a");
  assert.equal(reads(), 2);
});

test("generations.current() asks each time if it must be exact, or the delay is zero", async () => {
  const { here, reads } = open();
  await here().current("a", { isExact: true });
  await here().current("a", { isExact: true });
  assert.equal(reads(), 2);
  const always = open({ delay: 0 });
  await always.here().current("a");
  await always.here().current("a");
  assert.equal(always.reads(), 2);
});

test("generations.raise() counts up, and this process knows it at once, another one after the delay", async () => {
  const { here, there, platform, memory } = open();
  assert.equal(await there.current("a"), 0);
  assert.equal(await here().raise("a"), 1);
  assert.equal(await here().raise("a"), 2);
  assert.deepEqual(await memory.rows.find("security", { userId: "a" }), {
    userId: "a",
    generation: 2,
    passwordHash: null,
    passwordIsProven: true,
    passwordSetAt: null,
  });
  // Another config with the same adapter.
  assert.equal(await here().current("a"), 2);
  assert.equal(await there.current("a"), 0);
  assert.equal(await there.current("a", { isExact: true }), 2);
  platform.tick(300);
  assert.equal(await there.current("a"), 2);
});

test("generations.raise() keeps the password, and loses no raise of others", async () => {
  const { here, there, memory } = open();
  const row = { userId: "a", generation: 4, passwordHash: "x", passwordIsProven: false, passwordSetAt: null };
  await memory.rows.store("security", row, null);
  const raised = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? here() : there).raise("a")));
  assert.deepEqual(raised.toSorted((a, b) => a! - b!), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  assert.deepEqual(await memory.rows.find("security", { userId: "a" }), { ...row, generation: 14 });
});

test("generations.current() does not forget a raise that was made while it was read", async () => {
  let answer: (() => void) | undefined;
  const memory = Memory();
  const { here } = open({
    own: {
      async find(key) {
        const row = await memory.rows.find("security", key);
        if (answer === undefined) await new Promise<void>((resolve) => answer = resolve);
        return row;
      },
      store: (row, after) => memory.rows.store("security", row, after),
    },
  });
  const late = here().current("a", { isExact: true });
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(await here().raise("a"), 1);
  answer!();
  assert.equal(await late, 1);
  assert.equal(await here().current("a"), 1);
});

test("generations.current() remembers ten thousand users of a database, those that were read last", async () => {
  const { here, reads } = open();
  const generations = here();
  for (let user = 0; user < 10_000; user++) generations.remember(String(user), 1);
  generations.remember("0", 1);
  for (const user of ["0", "1", "9999"]) assert.equal(await generations.current(user), 1);
  assert.equal(reads(), 0);
  generations.remember("new", 1);
  for (const user of ["0", "2", "9999", "new"]) assert.equal(await generations.current(user), 1);
  assert.equal(reads(), 0);
  await generations.current("1");
  assert.equal(reads(), 1);
});

test("generations.current() rejects if the database fails: a session that may have ended is not shown", async () => {
  const { here } = open({ own: { find: () => Promise.reject(new Error("down")) } });
  await assert.rejects(() => here().current("a"), AdapterError);
  await assert.rejects(() => here().raise("a"), AdapterError);
});

test("generations.current() is 0 while the table is missing, and the log says once a minute what to do", async () => {
  const missing = Object.assign(new Error('Cannot find the table "auth_security": call `migrate()`'), {
    name: "MissingTableError",
  });
  let calls = 0;
  const { here, platform, warnings } = open({
    own: { find: () => (calls++, Promise.reject(missing)) },
  });
  for (const user of ["a", "b", "c"]) assert.equal(await here().current(user, { isExact: true }), 0);
  assert.equal(await here().raise("a"), null);
  assert.equal(calls, 1);
  assert.deepEqual(warnings, [
    'missing-table: Cannot find the table "auth_security": call `migrate()`. Until then, sessions in tokens ' +
    "cannot be ended",
  ]);
  platform.tick(60);
  await here().current("a", { isExact: true });
  assert.equal(calls, 2);
});
