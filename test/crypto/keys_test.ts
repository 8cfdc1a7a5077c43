import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex, toUtf8 } from "../../src/crypto/bytes.ts";
import { hkdf, keyOf, newestSecret, toSecrets } from "../../src/crypto/keys.ts";

/** Secrets of one test, so that no other finds its keys. */
function secretsOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${name} ${i}`);
}

/** A derivation that counts. */
function counted() {
  const calls: string[] = [];
  const derive = (secret: string, label: string) =>
    keyOf(secret, label, async () => {
      calls.push(`${secret}/${label}`);
      return await Promise.resolve({ secret, label });
    });
  return { calls, derive };
}

test("toSecrets() makes a list of one secret", () => {
  assert.deepEqual(toSecrets("a"), ["a"]);
  assert.deepEqual(toSecrets(["new", "old"]), ["new", "old"]);
});

test("keyOf() derives once, also when many ask at the same time", async () => {
  const { calls, derive } = counted();
  const asked = await Promise.all(Array.from({ length: 10 }, () => derive("once", "purpose")));
  const later = await derive("once", "purpose");
  assert.deepEqual(calls, ["once/purpose"]);
  assert.ok([...asked, later].every((key) => key === asked[0]));
});

test("keyOf() keeps the keys of secrets and labels apart", async () => {
  const { derive } = counted();
  assert.deepEqual(await derive("apart 1", "a"), { secret: "apart 1", label: "a" });
  assert.deepEqual(await derive("apart 1", "b"), { secret: "apart 1", label: "b" });
  assert.deepEqual(await derive("apart 2", "a"), { secret: "apart 2", label: "a" });
});

test("keyOf() does not keep a failure", async () => {
  const fail = () => Promise.reject(new Error("no entropy"));
  await assert.rejects(() => keyOf("failing", "a", fail), /no entropy/);
  assert.equal(await keyOf("failing", "a", () => Promise.resolve("key")), "key");
});

test("keyOf() keeps a bounded number of secrets: the oldest makes room", async () => {
  const { calls, derive } = counted();
  const secrets = secretsOf("bounded secret", 65);
  for (const secret of secrets) await derive(secret, "a");
  await derive(secrets[1]!, "a");
  assert.equal(calls.length, 65);
  await derive(secrets[0]!, "a");
  assert.deepEqual(calls.slice(65), [`${secrets[0]}/a`]);
});

test("keyOf() keeps a bounded number of keys of a secret, also of those derived at the same time", async () => {
  const { calls, derive } = counted();
  const labels = Array.from({ length: 200 }, (_, i) => `label ${i}`);
  await Promise.all(labels.map((label) => derive("bounded labels", label)));
  await derive("bounded labels", labels.at(-1)!);
  assert.equal(calls.length, 200);
  await derive("bounded labels", labels[0]!);
  assert.equal(calls.length, 201);
});

test("hkdf() returns the key material of RFC 5869 A.3", async () => {
  assert.equal(
    toHex(await hkdf("\x0b".repeat(22), "", "", 42)),
    "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  );
});

test("hkdf() agrees with WebCrypto on secret, salt, purpose and length", async () => {
  const key = await crypto.subtle.importKey("raw", toUtf8("sécret"), "HKDF", false, ["deriveBits"]);
  const params = { name: "HKDF", hash: "SHA-256", salt: toUtf8("salt"), info: toUtf8("purpose") };
  const expected = new Uint8Array(await crypto.subtle.deriveBits(params, key, 512));
  assert.equal(toHex(await hkdf("sécret", "salt", "purpose", 64)), toHex(expected));
  const others = [
    await hkdf("secret", "salt", "purpose", 64),
    await hkdf("sécret", "tlas", "purpose", 64),
    await hkdf("sécret", "salt", "other purpose", 64),
  ];
  assert.equal(new Set([toHex(expected), ...others.map(toHex)]).size, 4);
});

test("newestSecret() is the first one, and never undefined", () => {
  assert.equal(newestSecret(["new", "old"]), "new");
  assert.throws(() => newestSecret([]), TypeError);
});

test("keyOf() returns the key itself, and not a promise, once it is derived", async () => {
  const first = keyOf("ready", "a", () => Promise.resolve("key"));
  assert.ok(first instanceof Promise);
  await first;
  assert.equal(keyOf("ready", "a", () => "another"), "key");
});

test("keyOf() drops no secret when a known one gets another key", async () => {
  const { calls, derive } = counted();
  const secrets = secretsOf("full", 64);
  for (const secret of secrets) await derive(secret, "a");
  await derive(secrets[63]!, "b");
  await derive(secrets[0]!, "a");
  assert.equal(calls.length, 65);
});

test("keyOf() neither keeps nor removes anything for a key that was dropped while it was derived", async () => {
  const { calls, derive } = counted();
  let finish = () => {};
  const begun = new Promise<void>((resolve) => finish = resolve);
  const dropped = keyOf("dropped", "late", () => begun.then(() => "late"));
  const failed = keyOf("dropped", "failing", () => begun.then(() => Promise.reject(new Error("no entropy"))));
  for (let i = 0; i < 64; i++) await derive("dropped", `label ${i}`);
  assert.equal(await keyOf("dropped", "failing", () => "derived again"), "derived again");
  finish();
  assert.equal(await dropped, "late");
  await assert.rejects(async () => await failed, /no entropy/);
  assert.equal(await keyOf("dropped", "failing", () => "a third time"), "derived again");
  assert.equal(await keyOf("dropped", "late", () => "derived again"), "derived again");
  assert.equal(calls.length, 64);
});
