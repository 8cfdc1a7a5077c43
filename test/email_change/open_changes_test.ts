import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import {
  closeAfter,
  forgetChange,
  isFull,
  isOpen,
  openChange,
} from "../../src/features/email_change/open_changes.ts";
import { EMAIL_CHANGE } from "../../src/features/email_change/options.ts";
import type { RowStore } from "../../src/model/store.ts";
import type { Setup } from "../../src/setup/setup.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import { withRows } from "../_with_rows.ts";

function setupOf(adapter: Adapter): Setup {
  const rules = typedMap([entry(EMAIL_CHANGE, { store: adapter as unknown as RowStore })]);
  return { rules } as Partial<Setup> as Setup;
}

/** The times that are stored. */
async function timesIn(adapter: Adapter): Promise<string | undefined> {
  return (await adapter.rows!.find("emailChanges", { userId: "ada" }))?.times;
}

/** An adapter in which other requests are faster, so many times. */
function raced(losses: number): { readonly adapter: Adapter; readonly tries: () => number } {
  let tries = 0;
  const adapter = withRows(Memory(), "emailChanges", (sound) => ({
    store: async (row, ifVersion) => ++tries > losses && await sound.store(row, ifVersion),
  }));
  return { adapter, tries: () => tries };
}

test("An undo ends the changes after it, and leaves those before it", async () => {
  const adapter = Memory();
  const setup = setupOf(adapter);
  for (const at of [1, 2, 3]) await openChange("ada", at, setup);
  assert.equal(await timesIn(adapter), "1 2 3");
  await closeAfter("ada", 2, setup);
  assert.equal(await timesIn(adapter), "1 2");
  assert.deepEqual(
    await Promise.all([1, 2, 3].map((at) => isOpen("ada", at, setup))),
    [true, true, false],
  );
  assert.equal(await isOpen("bob", 1, setup), false);
  assert.equal((await adapter.rows!.find("emailChanges", { userId: "ada" }))!.version, 4);
});

test("Thirty changes can be undone at a time, none is pushed out, and what is too old goes (EC-04)", async () => {
  const setup = setupOf(Memory());
  const open = (times: readonly number[]) => Promise.all(times.map((at) => isOpen("ada", at, setup)));
  for (let at = 1; at <= 30; at++) assert.equal(await openChange("ada", at, setup), at);
  assert.deepEqual([await isFull("ada", 31, setup), await openChange("ada", 31, setup)], [true, null]);
  assert.deepEqual(await open([1, 30, 31]), [true, true, false]);
  await forgetChange("ada", 30, setup);
  assert.deepEqual([await isFull("ada", 31, setup), await openChange("ada", 31, setup)], [false, 31]);
  const later = 7 * 86_400_000 + 2;
  assert.equal(await openChange("ada", later, setup), later);
  assert.deepEqual(await open([1, 2, later]), [false, true, true]);
});

test("The clock of another server orders no change before one that came first (EC-07)", async () => {
  const adapter = Memory();
  const setup = setupOf(adapter);
  assert.equal(await openChange("ada", 5000, setup), 5000);
  assert.equal(await openChange("ada", 1, setup), 5001);
  assert.equal(await closeAfter("ada", 5000, setup), true);
  assert.equal(await timesIn(adapter), "5000");
  assert.equal(await closeAfter("ada", 5001, setup), false);
  assert.equal(await timesIn(adapter), "5000", "an undo that comes too late ends nothing");
});

test("A change that another request has overtaken is written again, ten times at most", async () => {
  const once = raced(9);
  await openChange("ada", 1, setupOf(once.adapter));
  assert.deepEqual([await timesIn(once.adapter), once.tries()], ["1", 10]);
  const always = raced(Infinity);
  await assert.rejects(openChange("ada", 1, setupOf(always.adapter)), UserChanged);
  assert.deepEqual([await timesIn(always.adapter), always.tries()], [undefined, 10]);
});

test("A change counts whose answer the connection has lost", async () => {
  const adapter = withRows(Memory(), "emailChanges", (sound) => ({
    async store(row, ifVersion) {
      await sound.store(row, ifVersion);
      throw new Error("lost");
    },
  }));
  await openChange("ada", 1, setupOf(adapter));
  assert.equal(await timesIn(adapter), "1");
});
