import assert from "node:assert/strict";
import { test } from "node:test";
import { hasScrypt } from "../../src/crypto/password_cost.ts";
import {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword as verifyAtCost,
} from "../../src/crypto/password.ts";

/** As cheap as the algorithms go. */
const SCRYPT = { algorithm: "scrypt", ln: 4 } as const;
const PBKDF2 = { algorithm: "pbkdf2-sha256", iterations: 2 } as const;
const CHEAP: readonly PasswordOptions[] = [SCRYPT, PBKDF2];

/** As the function by default, but that a cheap hash is not followed by the rest of the work of the default. */
const verifyPassword = (password: unknown, hash: string | null | undefined, options?: PasswordOptions) =>
  verifyAtCost(password, hash, { ...PBKDF2, ...options });

/** The client has gone: what is not refused before any work is dropped. */
const GONE = { signal: AbortSignal.abort() };

/** RFC 7914 §11: the hash of `passwd` with one iteration of PBKDF2, in 64 bytes. */
const VECTOR = "VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLxJypzM8Xm2RZkWZLOdd+8xfHG4RbHjC9UJESBB06GXgw";

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

test("hashPassword() writes Base64 as other libraries read it (PHC string format)", async () => {
  const hashes = await Promise.all(Array.from({ length: 40 }, () => hashPassword("secret", PBKDF2)));
  for (const hash of hashes) {
    assert.match(hash, /^\$pbkdf2-sha256\$i=2\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(await verifyPassword("secret", hash), true);
  }
  assert.match(hashes.join(), /\+/);
  assert.match(hashes.map((hash) => hash.slice("$pbkdf2-sha256$".length)).join(), /\//);
});

test("verifyPassword() reads the hash of another library, also with the length of the hash", async () => {
  for (const parameters of ["i=1", "i=1,l=64"]) {
    const hash = `$pbkdf2-sha256$${parameters}$c2FsdA$${VECTOR}`;
    assert.equal(await verifyPassword("passwd", hash), true);
    assert.equal(await verifyPassword("password", hash), false);
    assert.equal(await verifyPassword("passwd", hash.replace("+", "/")), false);
  }
});

test("hashPassword() and verifyPassword() use each part of the cost of scrypt", async () => {
  for (
    const cost of [{ ln: 5 }, { ln: 4, r: 2 }, { ln: 4, p: 3 }, {
      algorithm: "scrypt",
      ln: 4,
      r: 1,
      p: 2,
    }] as const
  ) {
    const { ln, r = 8, p = 1 } = cost as { ln: number; r?: number; p?: number };
    const hash = await hashPassword("secret", cost);
    assert.ok(hash.startsWith(`$scrypt$ln=${ln},r=${r},p=${p}$`), hash);
    assert.equal(await verifyPassword("secret", hash), true);
    const other = hash.replace(`ln=${ln},r=${r},p=${p}`, `ln=${ln},r=${r},p=${p + 1}`);
    assert.equal(await verifyPassword("secret", other), false);
  }
});

test("hashPassword() accepts passwords of one to 1024 characters", async () => {
  for (const password of ["x", "x".repeat(1024)]) {
    assert.equal(await verifyPassword(password, await hashPassword(password, PBKDF2)), true);
  }
});

test("hashPassword() rejects a value that is not a password", async () => {
  for (const wrong of ["", "x".repeat(1025), undefined, null, 1, {}, ["secret"]]) {
    await assert.rejects(hashPassword(wrong as string, SCRYPT), {
      name: "TypeError",
      message: "Cannot hash the password: it must be a string of 1 to 1024 characters",
    });
  }
});

test("hashPassword() refuses a cost that cannot be meant", async () => {
  const wrong: readonly (readonly [options: PasswordOptions, cost: string])[] = [
    [{ algorithm: "scrypt", ln: 0 }, "scrypt$ln=0,r=8,p=1"],
    [{ algorithm: "scrypt", ln: 19 }, "scrypt$ln=19,r=8,p=1"],
    [{ algorithm: "scrypt", ln: 1.5 }, "scrypt$ln=1.5,r=8,p=1"],
    [{ algorithm: "scrypt", ln: 17, p: 5 }, "scrypt$ln=17,r=8,p=5"],
    [{ algorithm: "scrypt", ln: 10, r: 0 }, "scrypt$ln=10,r=0,p=1"],
    [{ algorithm: "scrypt", ln: 10, p: NaN }, "scrypt$ln=10,r=8,p=NaN"],
    [{ algorithm: "pbkdf2-sha256", iterations: 0 }, "pbkdf2-sha256$i=0"],
    [{ algorithm: "pbkdf2-sha256", iterations: 1.5 }, "pbkdf2-sha256$i=1.5"],
    [{ algorithm: "pbkdf2-sha256", iterations: -1 }, "pbkdf2-sha256$i=-1"],
    [{ algorithm: "pbkdf2-sha256", iterations: "2" as never }, "pbkdf2-sha256$i=2"],
    [{ algorithm: "pbkdf2-sha256", iterations: 5_000_001 }, "pbkdf2-sha256$i=5000001"],
    [{ algorithm: "argon2id" as never, iterations: 2 }, "scrypt$ln=undefined,r=undefined,p=undefined"],
  ];
  for (const [options, cost] of wrong) {
    const expected = {
      name: "TypeError",
      message: `Cannot hash the password: the cost ${cost} is out of bounds`,
    };
    await assert.rejects(hashPassword("secret", { ...options, ...GONE }), expected);
    await assert.rejects(verifyPassword("secret", null, { ...options, ...GONE }), expected);
    assert.throws(() => needsRehash(DEFAULT, options), expected);
  }
});

test("verifyPassword() says no to what cannot be a password", async () => {
  const hash = await hashPassword("secret", SCRYPT);
  for (const wrong of ["", "x".repeat(1025), undefined, null, 1, {}, ["secret"], { $ne: "" }]) {
    assert.equal(await verifyPassword(wrong, hash), false);
    assert.equal(await verifyPassword(wrong, null), false);
  }
});

const [SALT, HASH] = ["c2FsdA", "A".repeat(43)];

/** Parameters, salts and hashes of both formats that are too short, too long, or of other characters. */
const MALFORMED: readonly string[] = [
  ...[
    "ln=017,r=8,p=1",
    "ln=4,r=00000008,p=1",
    "ln=4,r=8,p=00000001",
    "ln=,r=8,p=1",
    "ln=4,r=,p=1",
    "ln=4,r=8,p=",
  ]
    .map((parameters) => `$scrypt$${parameters}$${SALT}$${HASH}`),
  ...["ln=x,r=8,p=1", "ln=4,r=x,p=1", "ln=4,r=8,p=x", "ln=4,r=8"]
    .map((parameters) => `$scrypt$${parameters}$${SALT}$${HASH}`),
  ...["i=", "i=x", "i=00000002", "i=2,l=", "i=2,l=6", "i=2,l=064", "i=2,l=xx"]
    .map((parameters) => `$pbkdf2-sha256$${parameters}$${SALT}$${HASH}`),
  ...["$scrypt$ln=4,r=8,p=1", "$pbkdf2-sha256$i=2"].flatMap((parameters) => [
    `x${parameters}$${SALT}$${HASH}`,
    `${parameters}$${SALT}$${HASH}!`,
    ...["", "A", "A".repeat(87), "c2Fs-A", "c2FsdB"].map((salt) => `${parameters}$${salt}$${HASH}`),
    ...["A".repeat(20), "A".repeat(87), `${"A".repeat(42)}B`, `_${"A".repeat(42)}`]
      .map((hash) => `${parameters}$${SALT}$${hash}`),
  ]),
];

test("verifyPassword() reads salts of one to 64 bytes, and hashes of 16 to 64", async () => {
  for (const parameters of ["$scrypt$ln=4,r=8,p=1", "$scrypt$ln=12,r=8,p=1", "$pbkdf2-sha256$i=2"]) {
    for (const salt of ["AA", "A".repeat(86)]) {
      for (const length of [22, 86]) {
        assert.equal(await verifyPassword("secret", `${parameters}$${salt}$${"A".repeat(length)}`), false);
      }
    }
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
  for (const text of [...wrong, ...MALFORMED]) {
    await assert.rejects(verifyPassword("secret", text, GONE), {
      name: "TypeError",
      message: /the hash is neither/,
    }, text);
  }
});

/** Parameters of hashes, and the bytes of the hash: at the bounds, and beyond them. */
const BORNE: readonly (readonly [parameters: string, bytes: number])[] = [
  ["$scrypt$ln=1,r=1,p=1", 32],
  ["$scrypt$ln=17,r=8,p=4", 32],
  ["$scrypt$ln=18,r=8,p=1", 32],
  ["$scrypt$ln=1,r=1,p=32768", 32],
  ["$pbkdf2-sha256$i=1", 16],
  ["$pbkdf2-sha256$i=5000000", 32],
  ["$pbkdf2-sha256$i=2500000", 33],
  ["$pbkdf2-sha256$i=2500000", 64],
];
const UNBEARABLE: typeof BORNE = [
  ["$scrypt$ln=19,r=8,p=1", 32],
  ["$scrypt$ln=99,r=8,p=1", 32],
  ["$scrypt$ln=17,r=17,p=1", 32],
  ["$scrypt$ln=1,r=9999999,p=1", 32],
  ["$scrypt$ln=17,r=8,p=5", 32],
  ["$scrypt$ln=1,r=1,p=9999999", 32],
  // Few rounds, but PBKDF2 makes each of the blocks, and each takes memory.
  ["$scrypt$ln=1,r=1,p=2000000", 32],
  ["$scrypt$ln=1,r=1,p=32769", 32],
  ["$scrypt$ln=1,r=8,p=4097", 32],
  ["$scrypt$ln=4,r=262144,p=1", 32],
  ["$scrypt$ln=0,r=8,p=1", 32],
  ["$scrypt$ln=4,r=0,p=1", 32],
  ["$pbkdf2-sha256$i=0", 32],
  ["$pbkdf2-sha256$i=5000001", 16],
  ["$pbkdf2-sha256$i=5000001", 32],
  ["$pbkdf2-sha256$i=9999999", 32],
  ["$pbkdf2-sha256$i=2500001", 33],
  ["$pbkdf2-sha256$i=2500001", 64],
];

const hashOf = ([parameters, bytes]: (typeof BORNE)[number]) =>
  `${parameters}$c2FsdHNhbHQ$${"A".repeat(Math.ceil(bytes * 4 / 3))}`;

test("verifyPassword() refuses at once a hash that would take all memory, or minutes (CR-16)", async () => {
  for (const each of UNBEARABLE) {
    await assert.rejects(verifyPassword("secret", hashOf(each), GONE), {
      name: "TypeError",
      message: `Cannot verify the password: the cost ${each[0].slice(1)} is out of bounds`,
    });
  }
});

test("verifyPassword() bears each hash up to these bounds", async () => {
  for (const each of BORNE) {
    await assert.rejects(verifyPassword("secret", hashOf(each), GONE), { name: "AbortError" }, each[0]);
  }
});

test("verifyPassword() without a hash hashes the password as it would with one (CR-15)", async () => {
  for (const hash of [null, undefined]) {
    for (const options of CHEAP) {
      assert.equal(await verifyPassword("secret", hash, options), false);
      await assert.rejects(verifyPassword("secret", hash, { ...options, ...GONE }), { name: "AbortError" });
    }
  }
});

test("verifyPassword() does not reveal the hash", async () => {
  const hash = (await hashPassword("secret", SCRYPT)).replace("ln=4", "ln=60");
  await assert.rejects(verifyPassword("secret", hash), (error: Error) => {
    assert.ok(!error.message.includes(hash.split("$").at(-1)!));
    return true;
  });
});

/** A hash with the default cost. */
const DEFAULT = hasScrypt
  ? `$scrypt$ln=17,r=8,p=1$${SALT}$${HASH}`
  : `$pbkdf2-sha256$i=600000$${SALT}$${HASH}`;

test("needsRehash() wants scrypt with 128 MiB where the runtime has it, and elsewhere 600 000 rounds of PBKDF2", () => {
  assert.equal(needsRehash(`$scrypt$ln=17,r=8,p=1$${SALT}$${HASH}`), !hasScrypt);
  assert.equal(needsRehash(`$pbkdf2-sha256$i=600000$${SALT}$${HASH}`), hasScrypt);
  const pbkdf2 = { algorithm: "pbkdf2-sha256" } as const;
  assert.equal(needsRehash(`$pbkdf2-sha256$i=600000$${SALT}$${HASH}`, pbkdf2), false);
  assert.equal(needsRehash(`$scrypt$ln=17,r=8,p=1$${SALT}$${HASH}`, { algorithm: "scrypt" }), false);
});

test("needsRehash() detects a hash in another format, with the same cost", () => {
  for (
    const hash of [
      `${DEFAULT}$`,
      `x${DEFAULT}$x`,
      DEFAULT.slice(1),
      DEFAULT.slice(0, DEFAULT.lastIndexOf("$")),
    ]
  ) {
    assert.equal(needsRehash(hash), true, hash);
  }
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
