/**
 * A user with many sessions that began at a provider: they end all, and few of their rows are in memory at a time.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterProviderSession } from "../../src/adapters/contract/types.ts";
import { withRows } from "../_with_rows.ts";
import { openLogout } from "./_provider_logout.ts";

const ROWS = 2_345;

/** A world with many sessions of Ada, and how many rows the database has returned together. */
async function openMany(strategy: "jwt" | "database") {
  const memory = Memory() as Required<Adapter>;
  const seen = { most: 0 };
  const adapter = withRows(memory, "providerSessions", (sound) => ({
    async list(of, page) {
      const rows = await sound.list(of, page);
      seen.most = Math.max(seen.most, rows.length);
      return rows;
    },
  }));
  let told = 0;
  const world = await openLogout({
    adapter,
    session: { strategy, revocationDelay: "always" },
    events: { providerSignOut: () => void told++ },
  });
  await world.signInAs("ada", "s1");
  const [first] = await memory.rows.list("providerSessions", { provider: "idp", sub: "ada" });
  const rowOf = (number: number): AdapterProviderSession => ({
    ...first!,
    id: `session-${number}`,
    // One of seven has no `sid`.
    sid: number % 7 ? `s${number}` : null,
  });
  for (let number = 2; number <= ROWS; number++) await storeBoth(rowOf(number), memory, strategy);
  const left = async () =>
    (await memory.rows.list("providerSessions", { provider: "idp", sub: "ada" })).length;
  return { ...world, seen, left, told: () => told };
}

/** Stores a row, and its session if sessions are stored. */
async function storeBoth(
  row: AdapterProviderSession,
  { rows, createSession }: Required<Adapter>,
  strategy: "jwt" | "database" = "database",
): Promise<void> {
  const { id, userId, expires } = row;
  if (strategy === "database") await createSession({ sessionToken: id, userId, expires });
  await rows.store("providerSessions", row);
}

const STAY = ROWS - 1 - Math.floor(ROWS / 7);

for (
  const [what, strategy, claims, rows] of [
    ["by `sub` ends thousands of stored sessions", "database", { sub: "ada" }, 0],
    ["by `sid` and `sub` ends the sessions without `sid` behind many others", "database", {
      sub: "ada",
      sid: "s1",
    }, STAY],
    ["forgets all rows of a user with thousands of sessions in tokens", "jwt", { sid: "s1" }, 0],
  ] as const
) {
  test(`a logout ${what}, a page of rows at a time`, async () => {
    const { logout, token, isSignedIn, left, seen, told } = await openMany(strategy);
    assert.equal((await logout(await token(claims))).status, 200);
    assert.deepEqual([await isSignedIn(), await left()], [false, rows]);
    if (!("sid" in claims)) assert.equal(told(), ROWS);
    assert.equal(seen.most, 100);
  });
}

test("an adapter that ignores the page ends all sessions, too", async () => {
  for (const count of [1, 99, 100, 101, 250]) {
    const memory = Memory() as Required<Adapter>;
    let calls = 0;
    const adapter = withRows(memory, "providerSessions", (sound) => ({
      list: (of) => (calls++, sound.list(of)),
    }));
    const { logout, token, signInAs, isSignedIn } = await openLogout({ adapter });
    await signInAs("ada", "s1");
    const [first] = await memory.rows.list("providerSessions", { provider: "idp", sub: "ada" });
    for (let number = 1; number < count; number++) {
      await storeBoth({ ...first!, id: `session-${number}` }, memory);
    }
    assert.equal((await logout(await token({ sub: "ada" }))).status, 200);
    assert.equal(await isSignedIn(), false);
    assert.deepEqual(await memory.rows.list("providerSessions", { provider: "idp", sub: "ada" }), []);
    assert.ok(calls <= 3, `${calls} lists of ${count}`);
  }
});
