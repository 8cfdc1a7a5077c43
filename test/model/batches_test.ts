import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { batchesOf } from "../../src/model/batches.ts";
import type { RowStore } from "../../src/model/store.ts";
import { withRows } from "../_with_rows.ts";

const ROW = { version: 1, requestedAt: new Date(0), dueAt: null, leaseUntil: null, language: null };

/** Reads all of them. Node 20 has no `Array.fromAsync()`. */
async function read(...given: Parameters<typeof batchesOf<"deletions">>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { userId } of batchesOf(...given)) ids.push(userId);
  return ids;
}

for (const count of [0, 1, 99, 100, 101, 200, 250]) {
  test(`Each of ${count} rows is read once, whether or not the adapter knows pages`, async () => {
    const adapter = Memory();
    for (let each = 0; each < count; each++) {
      await adapter.rows.store("deletions", { ...ROW, userId: `u${each}` }, null);
    }
    const limits = new Set<number | undefined>();
    const [paged, whole] = [true, false].map((isPaged) =>
      withRows(adapter, "deletions", (sound) => ({
        async list(by, page) {
          limits.add(page?.limit);
          return await sound.list(by, isPaged ? page : undefined);
        },
      }))
    );
    for (const each of [paged!, whole!]) {
      const ids = await read("deletions", each as unknown as RowStore);
      assert.equal(new Set(ids).size, count);
      assert.equal(ids.length, count);
    }
    assert.deepEqual([...limits], [100]);
  });
}
