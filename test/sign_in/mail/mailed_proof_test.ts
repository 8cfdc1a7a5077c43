import assert from "node:assert/strict";
import { test } from "node:test";
import { secondsToWait, toCode } from "../../../src/sign_in/mail/mailed_proof.ts";
import { testPlatform } from "../../../src/testing/mod.ts";

test("secondsToWait() counts thirty seconds from the last mail, in whole seconds", () => {
  const platform = testPlatform();
  const now = platform.now();
  const cases = [[undefined, 0], [now, 30], [now - 1, 30], [now - 1000, 29], [now - 29_001, 1], [
    now - 30_000,
    0,
  ], [now - 90_000, 0]] as const;
  for (const [sentAt, seconds] of cases) {
    assert.equal(secondsToWait(sentAt === undefined ? {} : { sentAt }, platform), seconds);
  }
});

test("toCode() has eight digits, also with zeros in front", () => {
  const of = (last: number) => toCode({ random: (size) => new Uint8Array(size).fill(last, size - 1) });
  assert.equal(of(0), "00000000");
  assert.equal(of(7), "00000007");
  const most = new Uint8Array(8).fill(255);
  assert.equal(toCode({ random: () => most }), "09551615");
});
