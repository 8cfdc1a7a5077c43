import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { toHex } from "../../src/crypto/bytes.ts";
import { sha256 } from "../../src/crypto/hash.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import {
  rememberLogout,
  rememberToken,
  wasLoggedOut,
  wasUsed,
} from "../../src/features/provider_logout/remembered_logouts.ts";
import { withRows } from "../_with_rows.ts";

const AT = { issuedAt: 1000, arrivedAt: 1_000_500 };
const ROW = { provider: "idp", sub: "ada", sid: "s1" };

async function hashOf(text: string): Promise<string> {
  return toHex(await sha256(text));
}

function open() {
  const adapter = Memory();
  return { adapter, store: bindAdapter(adapter) as RowStore };
}

test("wasLoggedOut() finds the logout of the session and of its user, and of no other", async () => {
  const { store } = open();
  const isOut = (more: Partial<typeof ROW> = {}) => wasLoggedOut({ ...ROW, ...more }, { issuedAt: 1 }, store);
  assert.equal(await isOut(), false);
  await rememberLogout({ provider: "idp", sid: "s1" }, AT, store);
  assert.equal(await isOut(), true);
  for (const other of [{ sid: "s2" }, { sid: "S1" }, { provider: "other" }, { sub: "s1", sid: "ada" }]) {
    assert.equal(await isOut(other), false, JSON.stringify(other));
  }
  assert.equal(await isOut({ sid: null as never }), false);
  await rememberLogout({ provider: "idp", sub: "ada" }, AT, store);
  assert.equal(await isOut({ sid: "s2" }), true);
  assert.equal(await isOut({ sid: null as never }), true);
  assert.equal(await isOut({ sid: null as never, sub: null as never }), false);
  assert.equal(await isOut({ sub: "grace", sid: "s2" }), false);
});

test("wasLoggedOut() asks for the names that the ID token has alone", async () => {
  const { store } = open();
  const asked: string[] = [];
  const spy = withRows(store, "providerSessions", (sound) => ({
    find: ({ id }) => (asked.push(id), sound.find({ id })),
  }));
  const ask = async (row: { readonly sub?: string | null; readonly sid?: string | null }) => {
    asked.length = 0;
    await wasLoggedOut({ ...ROW, ...row }, { issuedAt: 1 }, spy);
    return asked.length;
  };
  assert.deepEqual([await ask({}), await ask({ sid: null }), await ask({ sub: null, sid: null })], [2, 1, 0]);
  // One name in two roles.
  await ask({ sub: "same", sid: "same" });
  assert.equal(new Set(asked).size, 2);
});

test("wasLoggedOut() counts the newest logout, also if an older one arrives late", async () => {
  const { store } = open();
  const of = { provider: "idp", sub: "ada" };
  for (const [issuedAt, arrivedAt] of [[1000, 1_000_500], [900, 1_000_600], [1000, 1_000_700]] as const) {
    await rememberLogout(of, { issuedAt, arrivedAt }, store);
    assert.equal(await wasLoggedOut(ROW, { issuedAt: 999 }, store), true, `${issuedAt}`);
    assert.equal(await wasLoggedOut(ROW, { issuedAt: 1001 }, store), false);
  }
  // Of two within a second, the one that has arrived last.
  assert.equal(await wasLoggedOut(ROW, { issuedAt: 1000, arrivedAt: 1_000_650 }, store), true);
});

test("wasLoggedOut() compares the times of the tokens, and within a second when they have arrived", async () => {
  const { store } = open();
  await rememberLogout({ provider: "idp", sub: "ada" }, AT, store);
  for (
    const [issuedAt, arrivedAt, expected] of [
      [999, 1_000_400, true],
      // The logout was late, or was sent again.
      [999, 1_000_600, true],
      [1001, 1_000_400, false],
      [1000, 1_000_499, true],
      [1000, 1_000_500, true],
      [1000, 1_000_501, false],
      [1000, undefined, true],
    ] as const
  ) {
    const isOut = await wasLoggedOut(ROW, { issuedAt, arrivedAt }, store);
    assert.equal(isOut, expected, `${issuedAt} ${arrivedAt}`);
  }
});

test("rememberLogout() stores a row that is no session, for an hour", async () => {
  const { adapter, store } = open();
  await rememberLogout({ provider: "idp", sid: "s1" }, AT, store);
  for (
    const of of [
      { provider: "idp", sid: "s1" },
      { provider: "", sid: "s1" },
      { provider: "idp", sub: "ada" },
    ]
  ) assert.deepEqual(await store.rows.list("providerSessions", of), []);
  const [row] = await store.rows.list("providerSessions", { userId: "" });
  assert.match(row!.id, /^logout [0-9a-f]{64}$/);
  const { id: _, providerAccountId: __, expires: ___, ...rest } = row!;
  assert.deepEqual(rest, { userId: "", provider: "", sub: null, sid: null, idToken: null });
  const hour = 3_600_000;
  assert.equal(await adapter.removeExpired!({ now: new Date(AT.arrivedAt + hour - 1) }), 0);
  assert.equal(await adapter.removeExpired!({ now: new Date(AT.arrivedAt + hour + 1) }), 1);
  assert.equal(await wasLoggedOut(ROW, { issuedAt: 1 }, store), false);
});

test("wasUsed() finds a token that was remembered, and no other; its row has nothing of an account", async () => {
  const { adapter, store } = open();
  const expires = new Date("2030-01-01");
  assert.equal(await wasUsed("idp one", store), false);
  await rememberToken("idp one", expires, store);
  assert.deepEqual(
    [await wasUsed("idp one", store), await wasUsed("idp two", store), await wasUsed("", store)],
    [true, false, false],
  );
  const row = await adapter.rows!.find("providerSessions", { id: `logout token ${await hashOf("idp one")}` });
  assert.deepEqual([row?.expires, row?.provider, row?.providerAccountId], [expires, "", ""]);
});
