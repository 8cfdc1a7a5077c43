import assert from "node:assert/strict";
import { test } from "node:test";
import { isNightly, nightly } from "../../_nightly.ts";
import { argon2id } from "../../../src/entries/password_hashes.ts";
import { assertRefused, assertSameWork, testKind } from "./_cases.ts";
import { VECTORS } from "./_vectors.ts";

const vectors = VECTORS.argon2id;
const secrets = vectors.filter(({ by }) => by.endsWith("secret"));
const { password, hash } = vectors[0]!;

testKind(argon2id({ m: 8, t: 1, p: 1 }), vectors.filter((vector) => !secrets.includes(vector)));

test("argon2id() verifies hashes with a secret, and only with it", async () => {
  const kind = argon2id({ secret: "secret-ü-of-the-application" });
  for (const { password, hash } of secrets.filter((_, i) => isNightly || i % 3 === 0)) {
    assert.equal(await kind.verify(password, hash), true, password);
  }
  assert.equal(await argon2id().verify(secrets[0]!.password, secrets[0]!.hash), false);
  assert.equal(await kind.verify(password, hash), false);
});

test("argon2id() refuses at once a cost that would take all memory, or minutes (PH-01)", async () => {
  for (
    const cost of [
      "m=4294967295,t=1,p=1",
      "m=262145,t=1,p=1",
      "m=262144,t=9,p=1",
      "m=8,t=262145,p=1",
      "m=65536,t=1,p=17",
      "m=7,t=1,p=1",
      "m=16,t=1,p=3",
      "m=0,t=1,p=1",
      "m=8,t=0,p=1",
      "m=8,t=1,p=0",
    ]
  ) {
    await assertRefused(
      argon2id(),
      hash.replace(/m=.*?\$/, `${cost}$`),
      /the cost m=\d+,t=\d+,p=\d+ of Argon2id is out/,
    );
  }
});

for (const cost of ["m=262144,t=8,p=1", "m=8,t=262144,p=1", "m=128,t=16384,p=16"]) {
  // The first takes the most memory, the others only time.
  const define = cost.startsWith("m=262144") ? test : nightly;
  define(`argon2id() bears the greatest cost that it lets through: ${cost}`, async () => {
    assert.equal(await argon2id().verify(password, hash.replace(/m=.*?\$/, `${cost}$`)), false);
  });
}

test("argon2id() refuses Argon2i, Argon2d and older versions", async () => {
  for (const other of ["argon2i", "argon2d"]) {
    await assertRefused(argon2id(), hash.replace("argon2id", other));
  }
  for (const version of ["v=16", "v=18", "v=20"]) {
    await assertRefused(argon2id(), hash.replace("v=19", version));
  }
});

test("argon2id() reads each cost once, in any order", async () => {
  assert.ok(vectors.some(({ hash }) => /,p=4,t=3\$/.test(hash)), "as the package argon2 writes them");
  for (
    const costs of [
      "m=8,t=1",
      "m=8,m=8,t=1",
      "m=8,p=1,p=1",
      "p=1,t=1,t=1",
      "m=8,t=1,p=1,p=1",
      "m=8,t=1,t=1",
      "m=8,t=1,p=",
      "m=8,t=1,p=1,data=AAAA",
    ]
  ) {
    await assertRefused(argon2id(), hash.replace(/m=.*?\$/, `${costs}$`));
  }
});

test("argon2id() refuses a salt or a tag that is not whole", async () => {
  const [salt, tag] = hash.split("$").slice(-2) as [string, string];
  // Each of them has a last letter with bits that stand for nothing.
  await assertRefused(argon2id(), hash.replace(salt, `${salt.slice(0, -1)}B`));
  await assertRefused(argon2id(), hash.replace(tag, `${tag.slice(0, -1)}B`));
});

test("argon2id() refuses a cost for unknown users that is out of bounds", () => {
  for (const cost of [{ m: 2 ** 19 }, { t: 0 }, { p: 1.5 }, { m: 8 }]) {
    assert.throws(
      () => argon2id(cost),
      /^TypeError: Cannot verify hashes of Argon2id: the cost m=\S+ is out of bounds$/,
    );
  }
});

test("argon2id() does as much work for an unknown user as for a user (PH-02)", async () => {
  await assertSameWork(argon2id({ m: 19_456, t: 2, p: 1 }), hash);
});
