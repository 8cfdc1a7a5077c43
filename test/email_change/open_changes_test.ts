import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import { closeFrom, isOpen, openChange } from "../../src/features/email_change/open_changes.ts";
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

test("The end of a change ends those after it, and leaves those before it", async () => {
  const cases = [[false, "1 2"], [true, "1"]] as const;
  for (const [isDone, left] of cases) {
    const adapter = Memory();
    const setup = setupOf(adapter);
    for (const at of [1, 2, 3]) await openChange("ada", at, setup);
    assert.equal(await timesIn(adapter), "1 2 3");
    await closeFrom("ada", 2, isDone, setup);
    assert.equal(await timesIn(adapter), left);
    assert.deepEqual(
      await Promise.all([1, 2, 3].map((at) => isOpen("ada", at, setup))),
      [true, !isDone, false],
    );
    assert.equal(await isOpen("bob", 1, setup), false);
    assert.equal((await adapter.rows!.find("emailChanges", { userId: "ada" }))!.version, 4);
  }
});

test("A user has at most thirty changes that can be undone, the latest", async () => {
  const setup = setupOf(Memory());
  for (let at = 1; at <= 31; at++) await openChange("ada", at, setup);
  assert.deepEqual(
    await Promise.all([1, 2, 31].map((at) => isOpen("ada", at, setup))),
    [false, true, true],
  );
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
