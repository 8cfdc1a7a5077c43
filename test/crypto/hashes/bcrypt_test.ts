import assert from "node:assert/strict";
import { test } from "node:test";
import { bcrypt } from "../../../src/entries/password_hashes.ts";
import { withRest } from "../../../src/crypto/hashes/bcrypt_package.ts";
import { logOf, withPhpassRest } from "../../../src/crypto/hashes/phpass.ts";
import { assertRefused, assertSameWork, testKind } from "./_cases.ts";
import { VECTORS } from "./_vectors.ts";

const vectors = VECTORS.bcrypt;
const PEPPER = "pepper-ü-of-the-application";
const peppered = vectors.filter(({ by }) => by.endsWith("pepper"));
const { password, hash } = vectors[0]!;

testKind(bcrypt({ cost: 4 }), vectors.filter((vector) => !peppered.includes(vector)));

test("bcrypt() verifies hashes with the pepper of Devise, and only with it", async () => {
  for (const { password, hash } of peppered) {
    assert.equal(await bcrypt({ pepper: PEPPER }).verify(password, hash), true, password);
  }
  assert.equal(await bcrypt().verify(peppered[0]!.password, peppered[0]!.hash), false);
  assert.equal(await bcrypt({ pepper: PEPPER }).verify(password, hash), false);
});

test("bcrypt() verifies each of its three versions", () => {
  const versions = new Set(vectors.map(({ hash }) => hash.slice(0, 4)));
  assert.deepEqual([...versions].sort(), ["$2a$", "$2b$", "$2y$"]);
});

test("bcrypt() reads 72 bytes of a password, as the products do (PH-03)", async () => {
  const long = vectors.find(({ password }) => password.length === 128)!;
  assert.equal(await bcrypt().verify(long.password.slice(0, 72), long.hash), true);
  assert.equal(await bcrypt().verify(long.password.slice(0, 71), long.hash), false);
});

test("bcrypt() accepts 1024 characters of a password and no more, and none that is empty (PH-04)", async () => {
  // Both by PHP 8.2.36, for 72 times x and for the empty password.
  const long = "$2y$04$APt.Nj00ibjzIt2rpkdqg.H5c/pg6V3ekYeIR5GRfivJAdh1qQ8/.";
  const empty = "$2y$04$BbqdbGi2POheuZk9MxyoPO2.OQ7VAy6TWdbs1h9WncyqDWqEk8eH.";
  assert.equal(await bcrypt().verify("x".repeat(1024), long), true);
  assert.equal(await bcrypt().verify("x".repeat(1025), long), false);
  assert.equal(await bcrypt().verify("", empty), false);
});

test("bcrypt() does not let a NUL end a password (PH-03)", async () => {
  assert.equal(await bcrypt().verify(`${password}\0${password}`, hash), false);
});

test("bcrypt() verifies a salt whose last character has bits without meaning", async () => {
  const salt = hash[28]!;
  const others = [...".Oeu"].includes(salt) ? "/PAfvB" : "";
  assert.ok(others, "the salt has no such bits");
  const letters = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const same = letters[letters.indexOf(salt) + 1]!;
  assert.equal(await bcrypt().verify(password, `${hash.slice(0, 28)}${same}${hash.slice(29)}`), true);
});

test("bcrypt() refuses at once a cost that would take minutes (PH-01)", async () => {
  for (const cost of ["16", "31", "00", "03", "99"]) {
    await assertRefused(
      bcrypt(),
      hash.replace("$04$", `$${cost}$`),
      /the cost \d+ of bcrypt is out of bounds/,
    );
  }
});

test("bcrypt() lets a cost of 15 through", async () => {
  bcrypt({ cost: 15 });
  // Without a password, nothing is computed.
  assert.equal(await bcrypt().verify("", hash.replace("$04$", "$15$")), false);
});

test("bcrypt() refuses a cost for unknown users that is out of bounds", () => {
  for (const cost of [3, 16, 10.5, -10, NaN]) {
    assert.throws(() => bcrypt({ cost }), {
      name: "TypeError",
      message: "Cannot verify hashes of bcrypt: `cost` is not a whole number from 4 to 15",
    });
  }
});

test("bcrypt() does as much work for an unknown user as for a user (PH-02)", async () => {
  const known = hash.replace("$04$", "$09$");
  await assertSameWork(bcrypt({ cost: 9 }), known);
});

test("bcrypt() and wordpress() add up to the same rounds after a cheaper hash (PH-02)", () => {
  const sumOf = (costs: readonly number[]) => costs.reduce((sum, cost) => sum + 2 ** cost, 0);
  for (const cost of [4, 8, 9, 10, 12]) {
    const hashes = withRest(`$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`, 10);
    assert.equal(sumOf(hashes.map((hash) => Number(hash.slice(4, 6)))), 2 ** Math.max(10, cost));
  }
  for (const letter of "59B") {
    assert.equal(sumOf(withPhpassRest(`$P$${letter}${"a".repeat(30)}`).map(logOf)), 2 ** 13, letter);
  }
});
