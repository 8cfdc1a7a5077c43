import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { webPlatform } from "../../src/platform/platform.ts";
import {
  areNewCodes,
  createRecoveryCodes,
  hashRecoveryCode,
  nameOfCodes,
  withoutCode,
} from "../../src/features/second_factor/recovery_codes.ts";

test("createRecoveryCodes() makes ten codes of 24 characters, in groups of six, without look-alikes", () => {
  const codes = createRecoveryCodes(webPlatform.random);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/);
});

test("createRecoveryCodes() takes five bits of each random byte", () => {
  let next = 0;
  const codes = createRecoveryCodes((length) => Uint8Array.from({ length }, () => next++));
  assert.equal(codes[0], "012345-6789AB-CDEFGH-JKMNPQ");
  assert.equal(codes[1], "RSTVWX-YZ0123-456789-ABCDEF");
  assert.equal(next, 240);
});

const CODE = "012345-6789AB-CDEFGH-JKMNPQ";

test("hashRecoveryCode() returns the hash that a store has (SF-04)", async () => {
  const expected = createHash("sha256").update("recovery code 0123456789ABCDEFGHJKMNPQ").digest("base64url");
  assert.equal(await hashRecoveryCode(CODE), expected);
});

test("hashRecoveryCode() reads a code as people type it", async () => {
  const expected = await hashRecoveryCode(CODE);
  for (
    const typed of [
      "0123456789ABCDEFGHJKMNPQ",
      " 012345 6789ab cdefgh jkmnpq\n",
      "oi2345-6789ab-cdefgh-jkmnpq",
      "OL2345–6789AB—CDEFGH−JKMNPQ",
      "０１２３４５６７８９ＡＢＣＤＥＦＧＨＪＫＭＮＰＱ",
      "\u200f012345\u00a06789AB-CDEFGH-JKMNPQ",
    ]
  ) assert.equal(await hashRecoveryCode(typed), expected, typed);
});

test("hashRecoveryCode() returns null for what cannot be a code", async () => {
  for (
    const typed of ["", "123456", CODE.slice(1), `${CODE}0`, CODE.replace("A", "U"), CODE.replace("A", "!")]
  ) {
    assert.equal(await hashRecoveryCode(typed), null, typed);
  }
});

test("withoutCode() removes a hash, and returns null if it is not there", () => {
  assert.equal(withoutCode("a b c", "b"), "a c");
  assert.equal(withoutCode("a", "a"), "");
  assert.equal(withoutCode("a b", "c"), null);
  assert.equal(withoutCode("ab", "a"), null);
  assert.equal(withoutCode("", "a"), null);
});

test("areNewCodes() is true once none of the codes that a form has named is left, and others are there", async () => {
  const hashes = async () => {
    const made = createRecoveryCodes(webPlatform.random);
    return await Promise.all(made.map(async (code) => (await hashRecoveryCode(code))!));
  };
  const [old, fresh] = [await hashes(), await hashes()];
  const named = nameOfCodes(old.join(" "));
  assert.match(named, /^[\w-]{8}(\.[\w-]{8}){9}$/);
  assert.equal(nameOfCodes(null), "");
  for (const left of [old, old.slice(4), old.slice(9), [...fresh, old[0]!]]) {
    assert.equal(areNewCodes(left.join(" "), named), false);
  }
  for (const none of [null, ""]) assert.equal(areNewCodes(none, named), false);
  for (const left of [fresh, fresh.slice(9)]) {
    assert.equal(areNewCodes(left.join(" "), named), true);
    assert.equal(areNewCodes(left.join(" "), ""), true, "there were none");
  }
});
