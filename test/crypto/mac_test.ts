import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex, toUtf8 } from "../../src/crypto/bytes.ts";
import { macOf, toMac } from "../../src/crypto/mac.ts";

test("toMac() authenticates with the key of RFC 4231 §4.3, each time anew", async () => {
  const mac = toMac(toUtf8("Jefe"));
  const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  assert.equal(toHex(await mac("what do ya want for nothing?")), expected);
  assert.notEqual(toHex(await mac("what do ya want for nothing")), expected);
  assert.equal(toHex(await mac("what do ya want for nothing?")), expected);
});

test("toMac() keeps its key, also if the bytes are changed afterwards", async () => {
  const bytes = toUtf8("Jefe");
  const mac = toMac(bytes);
  const before = toHex(await mac("text"));
  bytes.fill(0);
  assert.equal(toHex(await mac("text")), before);
});

test("macOf() has another key for each secret and each purpose, at the first call and later", async () => {
  const macs = async () => [
    toHex(await macOf("a secret of mac_test", "one", "text")),
    toHex(await macOf("a secret of mac_test", "two", "text")),
    toHex(await macOf("another of mac_test", "one", "text")),
    toHex(await macOf("a secret of mac_test", "one", "other text")),
  ];
  const first = await macs();
  assert.equal(new Set(first).size, 4);
  assert.deepEqual(await macs(), first);
});

test("macOf() is HMAC-SHA-256 with the key that HKDF derives without a salt", async () => {
  const secret = await crypto.subtle.importKey("raw", toUtf8("a secret"), "HKDF", false, ["deriveBits"]);
  const params = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: toUtf8("purpose") };
  const derived = await crypto.subtle.deriveBits(params, secret, 256);
  const key = await crypto.subtle.importKey("raw", derived, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, toUtf8("text")));
  assert.equal(toHex(await macOf("a secret", "purpose", "text")), toHex(expected));
});
