/**
 * Passwords at costs of real applications, and the published vectors: too slow for each mutant.
 *
 * @module
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { nightly } from "../_nightly.ts";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { hashPassword, needsRehash, verifyPassword } from "../../src/crypto/password.ts";

/** RFC 7914 §11 and §12: password, algorithm and cost, salt, hash in hexadecimal. */
const VECTORS = [
  [
    "password",
    "$scrypt$ln=10,r=8,p=16",
    "NaCl",
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
    "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
  ],
  [
    "pleaseletmein",
    "$scrypt$ln=14,r=8,p=1",
    "SodiumChloride",
    "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2" +
    "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
  ],
  [
    "passwd",
    "$pbkdf2-sha256$i=1",
    "salt",
    "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc" +
    "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
  ],
  [
    "Password",
    "$pbkdf2-sha256$i=80000,l=64",
    "NaCl",
    "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56" +
    "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d",
  ],
] as const;

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));

for (const [password, parameters, salt, hex] of VECTORS) {
  test(`verifyPassword() agrees with RFC 7914 on ${parameters}`, async () => {
    const bytes = bytesOf(hex);
    const phc = (hash: Uint8Array) =>
      `${parameters}$${base64(new TextEncoder().encode(salt))}$${base64(hash)}`;
    assert.equal(await verifyPassword(password, phc(bytes)), true);
    assert.equal(await verifyPassword(`${password}.`, phc(bytes)), false);
    bytes[63]! ^= 1;
    assert.equal(await verifyPassword(password, phc(bytes)), false);
  });
}

test("hashPassword() uses scrypt with 128 MiB (CR-14)", async () => {
  const hash = await hashPassword("correct horse");
  assert.match(hash, /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword("correct horse", hash), true);
  assert.equal(await verifyPassword("correct house", hash), false);
  assert.equal(needsRehash(hash), false);
});

test("hashPassword() uses PBKDF2 where the runtime has no scrypt (CR-14)", async () => {
  const worker = new Worker(new URL("./_password_without_native.ts", import.meta.url));
  const pbkdf2 = { algorithm: "pbkdf2-sha256", iterations: 2 } as const;
  worker.postMessage([await hashPassword("secret", { ln: 4 }), await hashPassword("secret", pbkdf2)]);
  const [{ hash, scrypt, ...answers }] = await once(worker, "message");
  await worker.terminate();
  assert.match(hash, /^\$pbkdf2-sha256\$i=600000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.deepEqual(answers, { verified: true, refused: false, foreign: true, needsRehash: false });
  assert.match(scrypt, /no scrypt.*nodejs_compat/);
  assert.equal(await verifyPassword("secret", hash), true);
});

test("on Cloudflare Workers, a hash has the same strength in half of an isolate, and no other is begun (CR-14)", async () => {
  const worker = new Worker(new URL("./_password_on_workers.ts", import.meta.url));
  const rest = `$c2FsdHNhbHQ$${"A".repeat(43)}`;
  const hashes = ["ln=17,r=8,p=1", "ln=16,r=8,p=2", "ln=14,r=8,p=1", "ln=18,r=8,p=1", "ln=17,r=8,p=2"]
    .map((cost) => `$scrypt$${cost}${rest}`);
  const pbkdf2 = { algorithm: "pbkdf2-sha256" };
  worker.postMessage({
    hashes: [...hashes, `$pbkdf2-sha256$i=100001${rest}`],
    refused: [{ ln: 17 }, { ln: 16, r: 16 }, { ln: 16, p: 3 }, pbkdf2, { ...pbkdf2, iterations: 100_001 }],
  });
  const [{ hash, again, verified, errors }] = await once(worker, "message");
  await worker.terminate();
  assert.match(hash, /^\$scrypt\$ln=16,r=8,p=2\$/);
  assert.equal(again, false);
  // Elsewhere, too: else the hash would change each time that the user comes to the other runtime.
  assert.equal(needsRehash(hash), false);
  assert.equal(needsRehash(hash, { ln: 17, p: 2 }), true);
  const refused = "out of bounds on Cloudflare Workers";
  const wanted = [
    ["16,8,2", null, ""],
    ["17,8,1", true, ""],
    ["16,8,2", false, ""],
    ["14,8,1 16,8,1 15,8,1 14,8,1", true, ""],
    ["", true, refused],
    ["", true, refused],
    ["", true, refused],
  ];
  for (const [index, [costs, isOld, error]] of wanted.entries()) {
    assert.deepEqual(verified[index].slice(0, 2), [costs, isOld]);
    assert.ok(error ? verified[index][2].startsWith("TypeError") : !verified[index][2], verified[index][2]);
    assert.ok(verified[index][2].includes(error), verified[index][2]);
  }
  for (const error of errors) {
    assert.match(error, /^TypeError: Cannot hash .*Cloudflare Workers: they have scrypt up to 64 MiB/);
  }
});

test("verifyPassword() without a hash returns false after the same time (CR-15)", async () => {
  const options = { ln: 14 } as const;
  const hash = await hashPassword("secret", options);
  const timeOf = async (stored: string | null | undefined) => {
    const start = performance.now();
    assert.equal(await verifyPassword("guess", stored, options), false);
    return performance.now() - start;
  };
  let [known, unknown, missing] = [Infinity, Infinity, Infinity];
  // In turn, so that whatever else the machine does slows all three.
  for (let i = 0; i < 5; i++) {
    known = Math.min(known, await timeOf(hash));
    unknown = Math.min(unknown, await timeOf(null));
    missing = Math.min(missing, await timeOf(undefined));
  }
  for (const time of [unknown, missing]) {
    // Without the work it would be a thousandth.
    assert.ok(time > known / 10 && time < known * 10, `${time} ms, with a hash ${known} ms`);
  }
});

nightly("verifyPassword() bears the greatest memory that it lets through", async () => {
  const hash = `$scrypt$ln=18,r=8,p=1$c2FsdHNhbHQ$${"A".repeat(43)}`;
  assert.equal(await verifyPassword("secret", hash), false);
});

test("hashPassword() lets others run meanwhile", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await hashPassword("secret", { ln: 15 });
  clearInterval(timer);
  assert.ok(ticks >= 3, `${ticks} ticks`);
});

test("verifyPassword() limits the memory of many concurrent calls, and answers all of them", async () => {
  const script = fileURLToPath(new URL("./_password_load.ts", import.meta.url));
  const args = "Deno" in globalThis ? ["run", "-A", "--no-check", script] : [script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { mebibytes, ...outcome } = JSON.parse(stdout);
  assert.deepEqual(outcome, { refused: 6, right: true });
  assert.ok(mebibytes < 10 * 32, `${mebibytes} MiB`);
});
