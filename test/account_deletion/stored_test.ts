import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterDeletion } from "../../src/adapters/contract/types.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import type { AccountDeletionRules, DeletionStore } from "../../src/features/account_deletion/options.ts";
import {
  drop,
  findDeletion,
  keep,
  lease,
  renew,
  storeDeletion,
} from "../../src/features/account_deletion/stored.ts";
import { withRows } from "../_with_rows.ts";

const START = Date.parse("2026-01-01T00:00:00.700Z");
/** When a deletion of `START` is due, after a grace period of 100 s: in whole seconds, not later than asked for. */
const DUE = Date.parse("2026-01-01T00:01:40Z");
/** How long a process may take. */
const LEASE = 900_000;

interface World {
  readonly rules: AccountDeletionRules;
  /** The time of the clock. */
  now: number;
  /** What is stored about Ada. */
  row(): Promise<AdapterDeletion | null>;
}

function open(adapter: Adapter = Memory()): World {
  const world: World = {
    rules: {
      gracePeriod: 100,
      erase: () => assert.fail("nothing is erased here"),
      store: adapter as unknown as DeletionStore,
      now: () => world.now,
    },
    now: START,
    row: async () => await adapter.rows!.find("deletions", { userId: "ada" }),
  };
  return world;
}

test("Only the first wish counts, and one after the account was kept is a new one", async () => {
  const world = open();
  const { rules } = world;
  const first = await storeDeletion("ada", "de", rules);
  assert.equal(first.isNew, true);
  world.now += 5000;
  const again = await storeDeletion("ada", "fr", rules);
  assert.deepEqual(again, { row: first.row, isNew: false });
  assert.deepEqual(await world.row(), {
    userId: "ada",
    version: 1,
    requestedAt: new Date(START),
    dueAt: new Date(DUE),
    leaseUntil: null,
    language: "de",
  });
  assert.equal(await keep("ada", rules), "kept");
  assert.equal(await findDeletion("ada", rules), null);
  assert.equal((await storeDeletion("ada", "fr", rules)).isNew, true);
  const { version, language, dueAt } = (await world.row())!;
  assert.deepEqual([version, language, Number(dueAt)], [3, "fr", DUE + 5000]);
});

test("An account is kept until its deletion is due, or a process is at it, by the wish that is meant", async () => {
  const world = open();
  const { rules } = world;
  assert.equal(await keep("ada", rules), "nothing");
  await storeDeletion("ada", null, rules);
  assert.equal(await keep("ada", rules, DUE + 1), "nothing", "the link of an older one");
  assert.equal(await keep("ada", rules, DUE), "kept");
  await storeDeletion("ada", null, rules);
  world.now = DUE;
  assert.equal(await keep("ada", rules), "over");
  const row = await lease("ada", rules);
  world.now = DUE - 1;
  assert.equal(await keep("ada", rules), "over", "a clock that is ahead has begun");
  await drop(row!, rules);
  assert.equal(await keep("ada", rules), "nothing");
  assert.equal((await world.row())!.version, 5);
});

test("One process at a time has a deletion that is due", async () => {
  const world = open();
  const { rules } = world;
  assert.equal(await lease("ada", rules), null, "there is none");
  await storeDeletion("ada", null, rules);
  world.now = DUE - 1;
  assert.equal(await lease("ada", rules), null, "not due");
  world.now = DUE;
  const row = await lease("ada", rules);
  assert.deepEqual([row?.version, Number(row?.leaseUntil)], [2, DUE + LEASE]);
  world.now = DUE + LEASE - 1;
  assert.equal(await lease("ada", rules), null);
  world.now++;
  assert.equal((await lease("ada", rules))?.version, 3, "the other one has ended");
  assert.equal(await renew(row!, rules), null, "and doesn't go on");
});

test("A wish that another request has overtaken is written again, ten times at most", async () => {
  let [tries, losses] = [0, 9];
  const adapter = withRows(Memory(), "deletions", (sound) => ({
    store: async (row, ifVersion) => ++tries > losses && await sound.store(row, ifVersion),
  }));
  const { rules } = open(adapter);
  assert.equal((await storeDeletion("ada", null, rules)).isNew, true);
  assert.equal(tries, 10);
  [tries, losses] = [0, Infinity];
  await assert.rejects(keep("ada", rules), UserChanged);
  assert.equal(tries, 10);
});

test("A wish counts whose answer the connection has lost", async () => {
  const { rules } = open(withRows(Memory(), "deletions", (sound) => ({
    async store(row, ifVersion) {
      await sound.store(row, ifVersion);
      throw new Error("lost");
    },
  })));
  assert.equal((await storeDeletion("ada", null, rules)).isNew, true);
  assert.equal(await keep("ada", rules), "kept");
});
