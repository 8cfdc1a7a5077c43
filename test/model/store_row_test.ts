import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import { storeRow } from "../../src/model/store_row.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { withRows } from "../_with_rows.ts";

const ROW = { ...emptyRow("ada"), generation: 1 };

/** A database that stores a row and loses the answer, and in which so many looks fail then. */
function losing(looks: number): RowStore {
  let left = looks;
  const away = new Error("away");
  const adapter = withRows(Memory(), "security", (sound) => ({
    async store(...given) {
      await sound.store(...given);
      throw away;
    },
    find: (...given) => left-- > 0 ? Promise.reject(away) : sound.find(...given),
  }));
  return bindAdapter(adapter) as RowStore;
}

test("storeRow() finds that a row is stored whose answer is lost, also if the next look fails", async () => {
  for (const [looks, isFound] of [[0, true], [1, true], [2, false]] as const) {
    const stored = storeRow("security", ROW, null, { store: losing(looks), repeats: true });
    if (isFound) assert.equal(await stored, true);
    else await assert.rejects(stored, { type: "AdapterError" });
  }
});

test("storeRow() takes no lost answer for its own where two requests that write the same may not both count", async () => {
  await assert.rejects(storeRow("security", ROW, null, { store: losing(0) }), { type: "AdapterError" });
});

test("storeRow() throws what failed where nothing is stored, or the row of another request", async () => {
  const rows = { store: () => Promise.reject(new Error("away")) };
  for (const found of [null, { ...ROW, generation: 2 }]) {
    const adapter = withRows(Memory(), "security", { ...rows, find: () => found });
    const store = bindAdapter(adapter) as RowStore;
    await assert.rejects(storeRow("security", ROW, null, { store, repeats: true }), { type: "AdapterError" });
  }
});
