import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase64Url, toBase64Url, toHex } from "../../../src/crypto/bytes.ts";
import { decoysFor, hideAmong } from "../../../src/sign_in/passkey/decoy.ts";
import { userHandleOf } from "../../../src/sign_in/passkey/user_entity.ts";

const OLD = "a-secret-of-forty-characters-for-tests-0";
const NEW = "another-secret-of-forty-characters-for-1";
const CONTEXT = { secrets: [OLD] };

test("decoysFor() returns the same decoys for the same name", async () => {
  assert.deepEqual(await decoysFor("ada@example.com", CONTEXT), await decoysFor("ada@example.com", CONTEXT));
});

test("decoysFor() returns different decoys for other names and other secrets", async () => {
  const all = await Promise.all([
    decoysFor("ada@example.com", CONTEXT),
    decoysFor("adb@example.com", CONTEXT),
    decoysFor("ada@example.com", { secrets: [NEW] }),
  ]);
  const ids = all.flatMap(({ credentials }) => credentials.map(({ id }) => id));
  assert.equal(new Set(ids).size, 36);
  assert.equal(new Set(all.map(({ userId }) => userId)).size, 3);
});

test("decoysFor() and userHandleOf() stay the same when a new secret is put first", async () => {
  for (const secrets of [[NEW, OLD], [`${NEW}2`, NEW, OLD]]) {
    assert.deepEqual(await decoysFor("ada", { secrets }), await decoysFor("ada", CONTEXT));
    assert.deepEqual(await userHandleOf("1", { secrets }), await userHandleOf("1", CONTEXT));
  }
});

test("decoysFor() makes two ids of each usual kind, and a UUID where one should be and nowhere else", async () => {
  for (let i = 0; i < 300; i++) {
    const { userId, credentials } = await decoysFor(`user-${i}`, CONTEXT);
    assert.match(userId, UUID);
    const kinds = credentials.map(({ id }) => kindOf(id)).sort();
    assert.deepEqual(kinds, ["16", "16", "20", "20", "32", "32", "48", "48", "64", "64", "UUID", "UUID"]);
  }
});

test("hideAmong() puts each real id in the place of a decoy of its kind, in an order that says nothing", async () => {
  const { credentials } = await decoysFor("ada", CONTEXT);
  const none = hideAmong(credentials, []);
  assert.deepEqual(none, none.toSorted());
  for (const length of [16, 20, 32, 48, 64]) {
    const real = [randomId(length), randomId(length)];
    for (const ids of [real.slice(1), real]) {
      const all = hideAmong(credentials, ids);
      assert.deepEqual(all, all.toSorted());
      assert.deepEqual(all.map(kindOf).sort(), none.map(kindOf).sort());
      assert.equal(all.filter((id) => ids.includes(id)).length, ids.length);
      assert.equal(all.filter((id) => none.includes(id)).length, none.length - ids.length);
    }
  }
});

test("hideAmong() keeps a real id that no decoy looks like", async () => {
  const { credentials } = await decoysFor("ada", CONTEXT);
  for (const ids of [["x"], ["*"], [randomId(1)], [randomId(1023)], [1, 2, 3].map(() => randomId(20))]) {
    const all = hideAmong(credentials, ids);
    for (const id of ids) assert.ok(all.includes(id));
    assert.ok(all.length > 12 - ids.length);
  }
});

test("userHandleOf() returns the same 32 bytes for a user each time, without revealing the id", async () => {
  const handle = await userHandleOf("1", CONTEXT);
  assert.equal(handle.length, 32);
  assert.deepEqual(handle, await userHandleOf("1", CONTEXT));
  assert.notDeepEqual(handle, await userHandleOf("2", CONTEXT));
  assert.notDeepEqual(handle, await userHandleOf("1", { secrets: [NEW] }));
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

function kindOf(id: string): string {
  const bytes = parseBase64Url(id)!;
  return bytes.length === 16 && /^.{12}4.{3}[89ab]/.test(toHex(bytes)) ? "UUID" : `${bytes.length}`;
}

/** Random, but not a UUID. */
function randomId(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  if (length === 16) bytes[6] = 0xff;
  return toBase64Url(bytes);
}
