import assert from "node:assert/strict";
import { test } from "node:test";
import { DUMMY_PHPASS, excessOfPhpass, matchesPhpass, PHPASS } from "../../../src/crypto/hashes/phpass.ts";
import { isNightly } from "../../_nightly.ts";
import { VECTORS } from "./_vectors.ts";

/** Programs hash passwords as they are, but for blanks at their ends. */
const made = VECTORS.wordpress.filter(({ by, hash }) => by.endsWith("program") && hash.startsWith("$P$"));

test("matchesPhpass() accepts each password in a hash by WordPress, and no other", () => {
  assert.equal(made.length, 10);
  for (const [index, { password, hash }] of made.entries()) {
    assert.match(hash, PHPASS);
    assert.equal(excessOfPhpass(hash), null);
    assert.equal(matchesPhpass(password.trim(), hash), true, password);
    if (isNightly || index === 0) assert.equal(matchesPhpass(`${password.trim()}.`, hash), false, password);
  }
});

test("matchesPhpass() reads rounds and salt from the hash", () => {
  const { password, hash } = made[0]!;
  assert.equal(matchesPhpass(password, hash.replace("$P$B", "$P$A")), false);
  assert.equal(matchesPhpass(password, hash.replace(/^(.{4})./, "$1!")), false);
});

test("matchesPhpass() refuses every password for the hash of an unknown user", () => {
  assert.match(DUMMY_PHPASS, PHPASS);
  assert.equal(excessOfPhpass(DUMMY_PHPASS), null);
  for (const { password } of isNightly ? made : made.slice(0, 3)) {
    assert.equal(matchesPhpass(password, DUMMY_PHPASS), false);
  }
});

test("excessOfPhpass() lets 2^7 to 2^16 rounds through (PH-01)", () => {
  const hashOf = (letter: string) => DUMMY_PHPASS.replace("$P$B", `$P$${letter}`);
  assert.deepEqual(["5", "B", "E"].map(hashOf).map(excessOfPhpass), [null, null, null]);
  assert.deepEqual(["4", "F", "z", "."].map(hashOf).map(excessOfPhpass), ["2^6", "2^17", "2^63", "2^0"]);
});
