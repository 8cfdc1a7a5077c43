import assert from "node:assert/strict";
import { test } from "node:test";
import { GROUPS } from "./_list.ts";
import { play } from "./_play.ts";
import { MODULES, type Row } from "./_row.ts";

const ROWS: readonly Row[] = GROUPS.flatMap(({ rows }) => rows);

for (const row of ROWS) {
  test(`Auth() ${row.title} (row ${row.id} of the conformance list)`, () => play(row));
}

test("Auth() is tested with each module of the plan, in rows with names of their own", () => {
  const planned = new Set(ROWS.map(({ plan }) => plan));
  assert.deepEqual(MODULES.filter((module) => !planned.has(module)), []);
  assert.equal(new Set(ROWS.map(({ id }) => id)).size, ROWS.length);
});
