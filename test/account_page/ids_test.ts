import assert from "node:assert/strict";
import { test } from "node:test";
import { findById, idOf, type Named } from "../../src/features/account_page/ids.ts";

const SECRETS = ["a".repeat(40)];
const NAMED: Named = { userId: "ada", kind: "account", key: ["idp", "1"] };

test("idOf() gives 22 characters that differ by user, kind, key and secret (AC-01, AC-06)", async () => {
  const others: readonly Named[] = [
    { ...NAMED, userId: "grace" },
    { ...NAMED, kind: "session" },
    { ...NAMED, key: ["idp", "2"] },
    { ...NAMED, key: ["idp1", ""] },
    { ...NAMED, key: ["idp"] },
    { ...NAMED, userId: 'ada","idp', key: ["1"] },
  ];
  const ids = await Promise.all([NAMED, ...others].map((named) => idOf(named, SECRETS)));
  ids.push(await idOf(NAMED, ["b".repeat(40)]));
  for (const id of ids) assert.match(id, /^[\w-]{22}$/);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(await idOf(NAMED, SECRETS), ids[0]);
});

test("findById() finds an entry by its id under any of the secrets, and nothing by anything else", async () => {
  const entries = ["1", "2", "3"];
  const named = (entry: string): Named => ({ ...NAMED, key: ["idp", entry] });
  const secrets = ["new".repeat(20), "old".repeat(20)];
  for (const secret of secrets) {
    const id = await idOf(named("2"), [secret]);
    assert.equal(await findById(id, entries, { named, secrets }), "2");
    assert.equal(await findById(id, ["1", "3"], { named, secrets }), null);
    for (
      const other of [id.slice(1), id.toUpperCase(), `${id} `, "", "2", null, undefined, 2, [id], { id }]
    ) {
      assert.equal(await findById(other, entries, { named, secrets }), null);
    }
  }
  assert.equal(await findById(await idOf(named("2"), SECRETS), entries, { named, secrets }), null);
});

test("idOf() gives the ids of before an update, in pages that are still open", async () => {
  assert.equal(await idOf(NAMED, SECRETS), "NKZp5wVG7kwA49QC5IUmCg");
});
