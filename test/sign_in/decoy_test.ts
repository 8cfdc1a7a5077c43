import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase64Url } from "../../src/crypto/bytes.ts";
import { decoyFor, userHandleOf } from "../../src/sign_in/decoy.ts";

const CONTEXT = { secrets: ["a-secret-of-forty-characters-for-tests-0"] };
const OTHER = { secrets: ["another-secret-of-forty-characters-for-1"] };

test("decoyFor() gives a name the same each time", async () => {
  assert.deepEqual(await decoyFor("ada@example.com", CONTEXT), await decoyFor("ada@example.com", CONTEXT));
});

test("decoyFor() gives other names, and other secrets, something else", async () => {
  const ids = await Promise.all([
    decoyFor("ada@example.com", CONTEXT),
    decoyFor("adb@example.com", CONTEXT),
    decoyFor("ada@example.com", OTHER),
  ]);
  assert.equal(new Set(ids.map(({ credential }) => credential.id)).size, 3);
  assert.equal(new Set(ids.map(({ userId }) => userId)).size, 3);
});

test("decoyFor() looks like what passkeys look like, of several kinds", async () => {
  const decoys = await Promise.all(Array.from({ length: 100 }, (_, i) => decoyFor(`user-${i}`, CONTEXT)));
  for (const { userId, credential } of decoys) {
    assert.match(userId, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.ok([16, 20, 32].includes(parseBase64Url(credential.id)!.length));
    assert.ok(credential.transports!.includes("internal"));
  }
  assert.equal(new Set(decoys.map(({ credential: { id } }) => id.length)).size, 3);
});

test("userHandleOf() gives a user the same 32 bytes each time, and they do not show the id", async () => {
  const handle = await userHandleOf("1", CONTEXT);
  assert.equal(handle.length, 32);
  assert.deepEqual(handle, await userHandleOf("1", CONTEXT));
  assert.notDeepEqual(handle, await userHandleOf("2", CONTEXT));
  assert.notDeepEqual(handle, await userHandleOf("1", OTHER));
});
