import assert from "node:assert/strict";
import nodeCrypto from "node:crypto";
import { test } from "node:test";
import { type Bytes, parseBase64Url, toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import type { NativeCrypto } from "../../src/crypto/native.ts";
import {
  findAlgorithm,
  importKey,
  importNativeKey,
  importWebKey,
  type SignatureAlgorithm,
  type VerificationKey,
  verifySignature,
} from "../../src/crypto/signature.ts";

const DATA = "eyJhbGciOiJ4In0.e30";
const PUBLIC = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const SHARED = ["HS256", "HS384", "HS512"];

const rsa = await generateRsa(2048);

/** A pair of keys of an algorithm, and its private key. RSA keys are slow to make, and fit six algorithms. */
async function pairOf({ kty, web }: SignatureAlgorithm) {
  if (kty === "RSA") {
    const privateKey = await crypto.subtle.importKey("jwk", withoutUse(rsa), web as Algorithm, false, [
      "sign",
    ]);
    return { jwk: rsa, privateKey };
  }
  const pair = await crypto.subtle.generateKey(web as EcKeyGenParams, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  return { jwk: await crypto.subtle.exportKey("jwk", pair.publicKey), privateKey: pair.privateKey };
}

async function generateRsa(modulusLength: number): Promise<JsonWebKey> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength,
    publicExponent: Uint8Array.of(1, 0, 1),
  };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  return await crypto.subtle.exportKey("jwk", privateKey);
}

function withoutUse({ kty, n, e, d, p, q, dp, dq, qi }: JsonWebKey): JsonWebKey {
  return { kty, n, e, d, p, q, dp, dq, qi } as JsonWebKey;
}

/** The verdict of node:crypto and of WebCrypto, which must be one. */
async function verdictOf(
  { jwk, algorithm }: { readonly jwk: JsonWebKey; readonly algorithm: SignatureAlgorithm },
  signature: Bytes,
  data = DATA,
): Promise<boolean> {
  const native = importNativeKey(jwk, algorithm, nodeCrypto as unknown as NativeCrypto);
  const web = await importWebKey(jwk, algorithm);
  const verdicts = await Promise.all(
    [native, web].map((key) => verifySignature({ algorithm, key }, data, signature)),
  );
  assert.equal(verdicts[0], verdicts[1]);
  return verdicts[0]!;
}

async function sign({ web }: SignatureAlgorithm, key: CryptoKey, replaced: object = {}): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign({ ...web, ...replaced }, key, toUtf8(DATA)));
}

function flipped(bytes: Bytes, index: number): Bytes {
  return bytes.map((byte, i) => i === index ? byte ^ 1 << index % 8 : byte);
}

for (const alg of PUBLIC) {
  test(`verifySignature() returns the same result for ${alg} on node:crypto and WebCrypto, whichever byte is flipped`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const { jwk, privateKey } = await pairOf(algorithm);
    const signature = await sign(algorithm, privateKey);
    const key = { jwk, algorithm };
    assert.equal(await verdictOf(key, signature), true);
    for (let i = 0; i < signature.length; i++) {
      assert.equal(await verdictOf(key, flipped(signature, i)), false);
    }
    const changed = [...DATA].map((_, i) => `${DATA.slice(0, i)}~${DATA.slice(i + 1)}`);
    for (const data of changed) assert.equal(await verdictOf(key, signature, data), false);
  });

  test(`verifySignature() accepts no signature of ${alg} that has another length, or is zero`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const { jwk, privateKey } = await pairOf(algorithm);
    const signature = await sign(algorithm, privateKey);
    const { length } = signature;
    const others = [
      new Uint8Array(),
      new Uint8Array(length),
      new Uint8Array(length).fill(255),
      signature.slice(1),
      signature.slice(0, -1),
      Uint8Array.of(0, ...signature),
      Uint8Array.of(...signature, 0),
      Uint8Array.of(...signature, ...signature),
    ];
    for (const other of others) assert.equal(await verdictOf({ jwk, algorithm }, other), false);
  });

  if (/^[RP]S/.test(alg)) {
    test(`verifySignature() accepts no signature of ${alg} without its leading zero (RFC 8017 §8)`, async () => {
      const algorithm = findAlgorithm(alg)!;
      const { privateKey, ...key } = { ...await pairOf(algorithm), algorithm };
      // One signature of 256 begins with a zero byte.
      for (let i = 0; i < 5000; i++) {
        const data = `${DATA}${i}`;
        const signed = await crypto.subtle.sign(algorithm.web, privateKey, toUtf8(data));
        const signature = new Uint8Array(signed);
        if (signature[0] !== 0) continue;
        assert.equal(await verdictOf(key, signature, data), true);
        assert.equal(await verdictOf(key, signature.slice(1), data), false);
        return;
      }
      assert.fail("no signature began with a zero byte");
    });
  }

  test(`importKey() imports a key of ${alg}, and none of another type`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const { jwk, privateKey } = await pairOf(algorithm);
    const key = await importKey(jwk, algorithm);
    assert.equal(await verifySignature({ algorithm, key }, DATA, await sign(algorithm, privateKey)), true);
    const others = [{}, { ...jwk, kty: "oct", k: "AAAA" }, { ...jwk, kty: "none" }, { kty: jwk.kty }];
    for (const other of others) {
      await assert.rejects(async () => await importKey(other as JsonWebKey, algorithm));
    }
  });

  test(`verifySignature() rejects ${alg} with a shared secret (OI-09)`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const key = toUtf8(JSON.stringify((await pairOf(algorithm)).jwk));
    assert.equal(await verifySignature({ algorithm, key }, DATA, new Uint8Array(32)), false);
  });
}

for (const alg of SHARED) {
  test(`verifySignature() verifies ${alg} with the secret alone, whichever byte is flipped`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const key = toUtf8("a secret of the client");
    const imported = await crypto.subtle.importKey("raw", key, algorithm.web as HmacImportParams, false, [
      "sign",
    ]);
    const signature = await sign(algorithm, imported);
    const verify = (changed: Bytes, other: VerificationKey = key) =>
      verifySignature({ algorithm, key: other }, DATA, changed);
    assert.equal(await verify(signature), true);
    for (let i = 0; i < signature.length; i++) assert.equal(await verify(flipped(signature, i)), false);
    for (const other of [signature.slice(1), new Uint8Array()]) assert.equal(await verify(other), false);
    assert.equal(await verify(signature, toUtf8("another secret")), false);
  });

  test(`verifySignature() rejects ${alg} with an empty secret or a public key (OI-09)`, async () => {
    const algorithm = findAlgorithm(alg)!;
    const digest = `sha${alg.slice(2)}`;
    const empty = new Uint8Array(nodeCrypto.createHmac(digest, "").update(DATA).digest());
    assert.equal(await verifySignature({ algorithm, key: new Uint8Array() }, DATA, empty), false);
    const key = await importWebKey(rsa, findAlgorithm("RS256")!);
    assert.equal(await verifySignature({ algorithm, key }, DATA, empty), false);
  });
}

test("verifySignature() accepts RSA-PSS with a salt as long as the hash alone", async () => {
  const algorithm = findAlgorithm("PS256")!;
  const { jwk, privateKey } = await pairOf(algorithm);
  for (const saltLength of [0, 20, 31, 33, 64]) {
    assert.equal(
      await verdictOf({ jwk, algorithm }, await sign(algorithm, privateKey, { saltLength })),
      false,
    );
  }
});

test("verifySignature() accepts no ECDSA signature in DER", async () => {
  const algorithm = findAlgorithm("ES256")!;
  const { jwk, privateKey } = await pairOf(algorithm);
  const exported = await crypto.subtle.exportKey("pkcs8", privateKey);
  const key = nodeCrypto.createPrivateKey({
    key: new Uint8Array(exported) as Buffer,
    format: "der",
    type: "pkcs8",
  });
  const der = new Uint8Array(nodeCrypto.sign("sha256", toUtf8(DATA), key));
  assert.equal(await verdictOf({ jwk, algorithm }, der), false);
});

test("verifySignature() rejects a key that is not a point on its curve", async () => {
  const algorithm = findAlgorithm("ES256")!;
  const { jwk, privateKey } = await pairOf(algorithm);
  const signature = await sign(algorithm, privateKey);
  for (const importing of [importKey, importWebKey]) {
    const key = await Promise.resolve().then(() => importing({ ...jwk, x: jwk.y! }, algorithm)).catch(() =>
      null
    );
    assert.equal(key !== null && await verifySignature({ algorithm, key }, DATA, signature), false);
  }
});

test("verifySignature() accepts no signature of one RSA algorithm for another", async () => {
  const names = PUBLIC.filter((alg) => findAlgorithm(alg)!.kty === "RSA");
  for (const signed of names) {
    const algorithm = findAlgorithm(signed)!;
    const signature = await sign(algorithm, (await pairOf(algorithm)).privateKey);
    for (const alg of names) {
      assert.equal(await verdictOf({ jwk: rsa, algorithm: findAlgorithm(alg)! }, signature), alg === signed);
    }
  }
});

test("importKey() refuses RSA keys of fewer than 2048 bits", async () => {
  const short = await generateRsa(1024);
  for (const alg of ["RS256", "PS256"]) {
    const algorithm = findAlgorithm(alg)!;
    for (const jwk of [short, { ...rsa, n: `AAAA${short.n}` }, { ...rsa, n: "" }, { ...rsa, n: "AAAA" }]) {
      await assert.rejects(async () => await importKey(jwk, algorithm), /fewer than 2048 bits/);
    }
  }
});

test("importKey() counts the bits of a modulus from the first that is set", async () => {
  const algorithm = findAlgorithm("RS256")!;
  const n = parseBase64Url(rsa.n!)!;
  await importKey({ ...rsa, n: toBase64Url(n) }, algorithm);
  const halved = toBase64Url(n.map((byte, i) => i === 0 ? byte >> 1 : byte));
  await assert.rejects(async () => await importKey({ ...rsa, n: halved }, algorithm), /fewer than 2048 bits/);
});

test("importKey() imports the public half of a private key", async () => {
  const algorithm = findAlgorithm("RS256")!;
  const key = await importWebKey(rsa, algorithm);
  assert.deepEqual([key.type, key.usages], ["public", ["verify"]]);
  assert.equal(importNativeKey(rsa, algorithm, nodeCrypto as unknown as NativeCrypto).key.type, "public");
});

for (const alg of ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]) {
  test(`verifySignature() verifies ${alg} where the runtime has it`, async (t) => {
    const algorithm = findAlgorithm(alg)!;
    const pair = await pairOf(algorithm).catch(() => null);
    if (!pair) {
      console.log(`skipped: ${alg}, as this runtime does not have it`);
      return t.skip();
    }
    const signature = await sign(algorithm, pair.privateKey);
    const key = await importKey(pair.jwk, algorithm);
    assert.equal(await verifySignature({ algorithm, key }, DATA, signature), true);
    assert.equal(await verifySignature({ algorithm, key }, DATA, flipped(signature, 7)), false);
  });
}

test("findAlgorithm() finds neither `none` nor the properties of objects", () => {
  for (
    const alg of ["none", "None", "", "constructor", "__proto__", "toString", "rs256", "ES256K", "RSA-OAEP"]
  ) {
    assert.equal(findAlgorithm(alg), null);
  }
});
