import assert from "node:assert/strict";
import nodeCrypto from "node:crypto";
import { test } from "node:test";
import { type Bytes, parseUtf8, toHex, toUtf8 } from "../../src/crypto/bytes.ts";
import { nativeCipher, toCipher, webCipher } from "../../src/crypto/cipher.ts";
import type { NativeCrypto } from "../../src/crypto/native.ts";

/** RFC 7518 Appendix B.3. */
const VECTOR = {
  key: Uint8Array.from({ length: 64 }, (_, i) => i),
  plaintext:
    "A cipher system must not be required to be secret, and it must be able to fall into the hands of " +
    "the enemy without inconvenience",
  iv: fromHex("1af38c2dc2b96ffdd86694092341bc04"),
  aad: "The second principle of Auguste Kerckhoffs",
  ciphertext:
    "4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2" +
    "e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3" +
    "a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6",
  tag: "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5",
};

const CIPHERS = {
  nativeCipher: (key: Bytes) => nativeCipher(key, nodeCrypto as unknown as NativeCrypto),
  webCipher,
  toCipher,
};

function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
}

for (const [name, cipherOf] of Object.entries(CIPHERS)) {
  test(`${name}() encrypts and decrypts as RFC 7518 B.3`, async () => {
    const cipher = cipherOf(VECTOR.key);
    const { ciphertext, tag } = await cipher.encrypt(VECTOR.plaintext, VECTOR.iv, VECTOR.aad);
    assert.equal(toHex(ciphertext), VECTOR.ciphertext);
    assert.equal(toHex(tag), VECTOR.tag);
    const decrypted = await cipher.decrypt({ ciphertext, tag }, VECTOR.iv, VECTOR.aad);
    assert.equal(parseUtf8(decrypted!), VECTOR.plaintext);
  });

  test(`${name}() decrypts nothing whose ciphertext, tag, IV or AAD was altered`, async () => {
    const cipher = cipherOf(VECTOR.key);
    const [ciphertext, tag] = [fromHex(VECTOR.ciphertext), fromHex(VECTOR.tag)];
    const { iv, aad } = VECTOR;
    assert.ok(await cipher.decrypt({ ciphertext, tag }, iv, aad));
    assert.equal(await cipher.decrypt({ ciphertext: flipped(ciphertext), tag }, iv, aad), null);
    assert.equal(await cipher.decrypt({ ciphertext, tag: flipped(tag) }, iv, aad), null);
    assert.equal(await cipher.decrypt({ ciphertext, tag }, flipped(iv), aad), null);
    assert.equal(await cipher.decrypt({ ciphertext, tag }, iv, `${aad}.`), null);
    assert.equal(await cipher.decrypt({ ciphertext: ciphertext.slice(16), tag }, iv, aad), null);
  });

  test(`${name}() decrypts nothing with a tag that is not whole`, async () => {
    const cipher = cipherOf(VECTOR.key);
    const [ciphertext, tag] = [fromHex(VECTOR.ciphertext), fromHex(VECTOR.tag)];
    for (const length of [0, 1, 16, 31]) {
      const truncated = { ciphertext, tag: tag.slice(0, length) };
      assert.equal(await cipher.decrypt(truncated, VECTOR.iv, VECTOR.aad), null, `${length} bytes`);
    }
    const longer = Uint8Array.from([...tag, 0]);
    assert.equal(await cipher.decrypt({ ciphertext, tag: longer }, VECTOR.iv, VECTOR.aad), null);
  });

  test(`${name}() rejects a key of which either half differs`, async () => {
    const { iv, aad, plaintext } = VECTOR;
    const encrypted = await cipherOf(VECTOR.key).encrypt(plaintext, iv, aad);
    const macHalf = VECTOR.key.slice();
    macHalf[0]! ^= 1;
    assert.equal(await cipherOf(macHalf).decrypt(encrypted, iv, aad), null);
    const swapped = Uint8Array.from([...VECTOR.key.subarray(32), ...VECTOR.key.subarray(0, 32)]);
    assert.equal(await cipherOf(swapped).decrypt(encrypted, iv, aad), null);
  });
}

test("nativeCipher() and webCipher() give the same bytes at every length, and read each other's", async () => {
  const [native, web] = [CIPHERS.nativeCipher(VECTOR.key), webCipher(VECTOR.key)];
  for (const length of [0, 1, 15, 16, 17, 31, 32, 100, 4000]) {
    const plaintext = "Zoë🙂".repeat(length).slice(0, length * 2);
    const aad = "a".repeat(length % 300);
    const ours = await native.encrypt(plaintext, VECTOR.iv, aad);
    const theirs = await web.encrypt(plaintext, VECTOR.iv, aad);
    assert.equal(toHex(ours.ciphertext), toHex(theirs.ciphertext));
    assert.equal(toHex(ours.tag), toHex(theirs.tag));
    const expected = toHex(toUtf8(plaintext));
    assert.equal(toHex((await web.decrypt(ours, VECTOR.iv, aad))!), expected);
    assert.equal(toHex((await native.decrypt(theirs, VECTOR.iv, aad))!), expected);
  }
});

function flipped(bytes: Bytes): Bytes {
  return bytes.map((byte, i) => i === bytes.length - 1 ? byte ^ 1 : byte);
}
