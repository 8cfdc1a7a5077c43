import assert from "node:assert/strict";
import { test } from "node:test";
import { aalOf, ageOf, hasPasskey, parseAmr } from "../../src/values/levels.ts";

test("aalOf() is level 2 for more than one factor, else level 1", () => {
  assert.equal(aalOf(["pwd", "otp", "mfa"]), 2);
  for (const amr of [[], ["pwd"], ["hwk", "user"], ["MFA"]]) assert.equal(aalOf(amr), 1);
});

test("hasPasskey() is true of a key that stays on its device, and of one that is copied to others", () => {
  for (const amr of [["hwk"], ["swk"], ["pwd", "hwk", "mfa"], ["swk", "user", "mfa"]]) {
    assert.equal(hasPasskey(amr), true, String(amr));
  }
  for (const amr of [[], ["pwd"], ["pwd", "otp", "mfa"], ["user"], ["HWK"]]) {
    assert.equal(hasPasskey(amr), false, String(amr));
  }
});

test("parseAmr() keeps the methods that the library knows, each once, in one order", () => {
  assert.deepEqual(parseAmr(["mfa", "otp", "pwd", "pwd", "face", 2, null, ""]), ["pwd", "otp", "mfa"]);
  const all = ["pwd", "otp", "hwk", "swk", "user", "mfa"];
  assert.deepEqual(parseAmr(all.toReversed()), all);
});

test("parseAmr() finds no method in anything but a list", () => {
  for (const amr of [undefined, null, "mfa", 2, { 0: "mfa", length: 1 }]) assert.deepEqual(parseAmr(amr), []);
});

test("ageOf() takes a time that is unknown, or in the future, for too long ago (SE-31)", () => {
  const now = Date.UTC(2030, 0, 1);
  const cases = [
    [now - 1, 1],
    [now, 0],
    // The clocks of two servers differ.
    [now + 60_000, -60_000],
    [now + 60_001, Infinity],
    [null, Infinity],
  ] as const;
  for (const [signedInAt, age] of cases) assert.equal(ageOf(signedInAt, now), age);
});
