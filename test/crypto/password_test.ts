import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { nightly } from "../_nightly.ts";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
} from "../../src/crypto/password.ts";

/** As cheap as the algorithms go. */
const SCRYPT = { algorithm: "scrypt", ln: 4 } as const;
const PBKDF2 = { algorithm: "pbkdf2-sha256", iterations: 2 } as const;
const CHEAP: readonly PasswordOptions[] = [SCRYPT, PBKDF2];

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
const salted = (parameters: string) => `${parameters}$c2FsdHNhbHQ$${"A".repeat(43)}`;

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
  worker.postMessage([await hashPassword("secret", SCRYPT), await hashPassword("secret", PBKDF2)]);
  const [{ hash, scrypt, ...answers }] = await once(worker, "message");
  await worker.terminate();
  assert.match(hash, /^\$pbkdf2-sha256\$i=600000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.deepEqual(answers, { verified: true, refused: false, foreign: true, needsRehash: false });
  assert.match(scrypt, /no scrypt.*nodejs_compat/);
  assert.equal(await verifyPassword("secret", hash), true);
});

for (const options of CHEAP) {
  const { algorithm } = options;
  test(`hashPassword() with the algorithm ${algorithm} salts each hash`, async () => {
    const [one, other] = [await hashPassword("secret", options), await hashPassword("secret", options)];
    assert.notEqual(one.split("$").at(-2), other.split("$").at(-2));
    assert.notEqual(one.split("$").at(-1), other.split("$").at(-1));
  });

  test(`verifyPassword() with ${algorithm} accepts a password in each Unicode form`, async () => {
    const hash = await hashPassword("Zoë ﬁ Å １ 🙂", options);
    assert.equal(await verifyPassword("Zoe\u0308 fi \u212b 1 🙂", hash), true);
    assert.equal(await verifyPassword("Zoe fi Å 1 🙂", hash), false);
    assert.equal(await verifyPassword("zoë ﬁ Å １ 🙂", hash), false);
    assert.equal(await verifyPassword(" Zoë ﬁ Å １ 🙂", hash), false);
  });

  test(`verifyPassword() with ${algorithm} reads each character of a long password`, async () => {
    const password = "x".repeat(1023);
    const hash = await hashPassword(`${password}y`, options);
    assert.equal(await verifyPassword(`${password}y`, hash), true);
    assert.equal(await verifyPassword(`${password}z`, hash), false);
    assert.equal(await verifyPassword(password, hash), false);
  });
}

test("hashPassword() rejects a value that is not a password", async () => {
  for (const wrong of ["", "x".repeat(1025), undefined, null, 1, {}, ["secret"]]) {
    await assert.rejects(hashPassword(wrong as string, SCRYPT), {
      name: "TypeError",
      message: "Cannot hash the password: it must be a string of 1 to 1024 characters",
    });
  }
});

test("hashPassword() refuses a cost that cannot be meant", async () => {
  const wrong: readonly PasswordOptions[] = [
    { ln: 0 },
    { ln: 19 },
    { ln: 1.5 },
    { ln: 17, p: 5 },
    { ln: 10, r: 0 },
    { ln: 10, p: NaN },
    { algorithm: "pbkdf2-sha256", iterations: 0 },
    { algorithm: "pbkdf2-sha256", iterations: 5_000_001 },
  ];
  for (const options of wrong) {
    await assert.rejects(hashPassword("secret", options), { name: "TypeError", message: /out of bounds/ });
  }
});

test("verifyPassword() says no to what cannot be a password", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  for (const wrong of ["", "x".repeat(1025), undefined, null, 1, {}, ["secret"], { $ne: "" }]) {
    assert.equal(await verifyPassword(wrong, hash), false);
    assert.equal(await verifyPassword(wrong, null), false);
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

test("verifyPassword() refuses a hash in another format", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  const wrong = [
    "",
    "secret",
    "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
    "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAA",
    hash.slice(1),
    `${hash}\n`,
    `${hash}=`,
    hash.replace("ln=4,", ""),
    hash.replace("ln=4", "ln=-4"),
    hash.replace("ln=4", "ln=4e0"),
    hash.slice(0, hash.lastIndexOf("$") + 1),
    hash.slice(0, hash.lastIndexOf("$") + 15),
    `${hash.slice(0, -1)}B`,
    "$scrypt$ln=4,r=8,p=1$$" + "A".repeat(43),
    "$scrypt$ln=4,r=8,p=1$c2FsdA$" + "A".repeat(1_000_000),
    "$pbkdf2-sha256$29000$c2FsdA$" + "A".repeat(43),
  ];
  for (const text of wrong) {
    await assert.rejects(verifyPassword("secret", text), {
      name: "TypeError",
      message: /the hash is neither/,
    }, text);
  }
});

test("verifyPassword() refuses at once a hash that would take all memory, or minutes (CR-16)", async () => {
  const hostile = [
    "$scrypt$ln=19,r=8,p=1",
    "$scrypt$ln=99,r=8,p=1",
    "$scrypt$ln=17,r=17,p=1",
    "$scrypt$ln=1,r=9999999,p=1",
    "$scrypt$ln=17,r=8,p=5",
    "$scrypt$ln=1,r=1,p=9999999",
    // Few rounds, but PBKDF2 makes each of the blocks, and each takes memory.
    "$scrypt$ln=1,r=1,p=2000000",
    "$scrypt$ln=1,r=1,p=32769",
    "$scrypt$ln=1,r=8,p=4097",
    "$scrypt$ln=4,r=262144,p=1",
    "$scrypt$ln=0,r=8,p=1",
    "$scrypt$ln=4,r=0,p=1",
    "$pbkdf2-sha256$i=0",
    "$pbkdf2-sha256$i=5000001",
    "$pbkdf2-sha256$i=9999999",
  ];
  const start = performance.now();
  for (const parameters of hostile) {
    await assert.rejects(verifyPassword("secret", salted(parameters)), {
      name: "TypeError",
      message: /is out of bounds/,
    }, parameters);
  }
  assert.ok(performance.now() - start < 10_000);
  const double = `$pbkdf2-sha256$i=2500001$c2FsdHNhbHQ$${"A".repeat(86)}`;
  await assert.rejects(verifyPassword("secret", double), { message: /is out of bounds/ });
});

nightly("verifyPassword() bears the greatest memory that it lets through", async () => {
  assert.equal(await verifyPassword("secret", salted("$scrypt$ln=18,r=8,p=1")), false);
});

test("verifyPassword() does not reveal the hash", async () => {
  const hash = (await hashPassword("secret", SCRYPT)).replace("ln=4", "ln=60");
  await assert.rejects(verifyPassword("secret", hash), (error: Error) => {
    assert.ok(!error.message.includes(hash.split("$").at(-1)!));
    return true;
  });
});

test("needsRehash() detects another algorithm or cost", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  assert.equal(needsRehash(hash, SCRYPT), false);
  assert.equal(needsRehash(hash, { ln: 4 }), false);
  for (const wanted of [{}, { ln: 5 }, { ln: 4, r: 9 }, { ln: 4, p: 2 }, PBKDF2]) {
    assert.equal(needsRehash(hash, wanted), true);
  }
  const other = await hashPassword("secret", PBKDF2);
  assert.equal(needsRehash(other, PBKDF2), false);
  assert.equal(needsRehash(other, { ...PBKDF2, iterations: 3 }), true);
  assert.equal(needsRehash(other), true);
  for (const unknown of ["", "secret", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"]) {
    assert.equal(needsRehash(unknown), true);
  }
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

/** As many as may run and wait. The tests call them in one go, so that none ends before the last begins. */
const FULL = 4 + 64;

test("hashPassword() and verifyPassword() refuse what is too much, with status 503, and hash again later (CR-19)", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  const tries = Array.from({ length: FULL }, () => verifyPassword("guess", hash));
  const surplus = [
    hashPassword("secret", SCRYPT),
    hashPassword("secret", PBKDF2),
    verifyPassword("secret", hash),
    verifyPassword("secret", null, SCRYPT),
  ];
  for (const each of surplus) {
    await assert.rejects(each, {
      type: "ServerBusy",
      status: 503,
      headers: { "retry-after": "10" },
      message: "Cannot hash the password: 64 others wait. Limit the attempts of each client",
    });
  }
  assert.deepEqual(new Set(await Promise.all(tries)), new Set([false]));
  assert.equal(await verifyPassword("secret", hash), true);
});

test("hashPassword() and verifyPassword() drop what waits if the signal aborts (CR-20)", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  const client = new AbortController();
  const { signal } = client;
  const running = Array.from({ length: 4 }, () => verifyPassword("secret", hash));
  const dropped = [
    verifyPassword("secret", hash, { signal }),
    verifyPassword("secret", null, { ...SCRYPT, signal }),
    hashPassword("secret", { ...SCRYPT, signal }),
    hashPassword("secret", { ...PBKDF2, signal }),
  ];
  const other = verifyPassword("secret", hash);
  client.abort();
  for (const each of dropped) await assert.rejects(each, { name: "AbortError" });
  await assert.rejects(verifyPassword("secret", hash, { signal }), { name: "AbortError" });
  assert.deepEqual(await Promise.all([...running, other]), [true, true, true, true, true]);
});
