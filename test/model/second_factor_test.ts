import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import { changeSecondFactor, noSecondFactor, removeSecondFactors } from "../../src/model/second_factor.ts";
import type { RowStore } from "../../src/model/store.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

type FactorContext = Parameters<typeof changeSecondFactor>[2];

const NOW = 1_900_000_000_000;

/** A database, and its rows as `changeSecondFactor()` gets them. */
function open(methods: Partial<OwnRows<"secondFactors">> = {}) {
  const memory = Memory();
  const store = withRows(memory, "secondFactors", methods) as unknown as RowStore;
  const context = { store, now: () => NOW };
  return { memory, context };
}

test("changeSecondFactor() begins with the time as the version, and counts up", async () => {
  const { memory, context } = open();
  const first = await changeSecondFactor("ada", () => ({ totpStep: 3 }), context);
  assert.deepEqual(first, { ...noSecondFactor("ada"), version: NOW, totpStep: 3 });
  const next = await changeSecondFactor("ada", ({ totpStep }) => ({ totpStep: totpStep + 1 }), context);
  assert.deepEqual(next, { ...noSecondFactor("ada"), version: NOW + 1, totpStep: 4 });
  assert.deepEqual(await memory.rows.find("secondFactors", { userId: "ada" }), next);
  assert.equal(await changeSecondFactor("ada", () => null, context), null);
  assert.deepEqual(await memory.rows.find("secondFactors", { userId: "ada" }), next);
});

test("changeSecondFactor() decides again about a row that another request has changed", async () => {
  const { memory, context } = open();
  await changeSecondFactor("ada", () => ({ totpStep: 1 }), context);
  const seen: number[] = [];
  await changeSecondFactor("ada", async (row) => {
    if (!seen.length) {
      await memory.rows.store(
        "secondFactors",
        { ...row, version: row.version + 1, totpStep: 7 },
        row.version,
      );
    }
    seen.push(row.totpStep);
    return { totpStep: row.totpStep + 1 };
  }, context);
  assert.deepEqual(seen, [1, 7]);
  assert.equal((await memory.rows.find("secondFactors", { userId: "ada" }))?.totpStep, 8);
});

test("changeSecondFactor() gives up after 20 tries, while other requests keep changing the row", async () => {
  let tries = 0;
  const { context } = open({ store: () => (tries++, Promise.resolve(false)) });
  await assert.rejects(changeSecondFactor("ada", () => ({ totpStep: 1 }), context), UserChanged);
  assert.equal(tries, 20);
});

test("removeSecondFactors() removes whatever a row has, and says whether it had something", async () => {
  const rows: Partial<AdapterSecondFactor>[] = [
    { enabledAt: new Date(1) },
    { totpSecret: "sealed" },
    { recoveryCodes: "hash" },
    { devices: "[]" },
  ];
  for (const fields of rows) {
    const { memory, context } = open();
    await changeSecondFactor("ada", () => fields, context);
    assert.equal(await removeSecondFactors("ada", context), true, JSON.stringify(fields));
    assert.deepEqual(await memory.rows.find("secondFactors", { userId: "ada" }), {
      ...noSecondFactor("ada"),
      version: NOW + 1,
    });
    assert.equal(await removeSecondFactors("ada", context), false);
  }
  const { memory, context } = open();
  assert.equal(await removeSecondFactors("ada", context), false);
  assert.equal(await memory.rows.find("secondFactors", { userId: "ada" }), null);
});

test("removeSecondFactors() says that it has removed something, also if the answer of the database is lost", async () => {
  const { memory, context } = open();
  await changeSecondFactor("ada", () => ({ totpSecret: "sealed" }), context);
  const store = withRows(memory, "secondFactors", (sound) => ({
    async store(...given) {
      await sound.store(...given);
      throw new Error("the connection was lost after COMMIT");
    },
  })) as unknown as RowStore;
  assert.equal(await removeSecondFactors("ada", { ...context, store }), true);
  assert.equal((await memory.rows.find("secondFactors", { userId: "ada" }))?.totpSecret, null);
});
