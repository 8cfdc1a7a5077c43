import assert from "node:assert/strict";
import { test } from "node:test";
import { createTotpSecret, otpauthUri, stepOfCode } from "../../src/features/second_factor/totp.ts";

/** `12345678901234567890` of the RFCs. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const at = (seconds: number, after = 0) => ({ now: seconds * 1000, after });

test("stepOfCode() accepts the codes of RFC 6238", async () => {
  // Appendix B, of which an app shows the last six digits.
  for (
    const [seconds, code] of [
      [59, "94287082"],
      [1111111109, "07081804"],
      [1111111111, "14050471"],
      [1234567890, "89005924"],
      [2000000000, "69279037"],
      [20000000000, "65353130"],
    ] as const
  ) {
    assert.equal(await stepOfCode(SECRET, code.slice(2), at(seconds)), Math.floor(seconds / 30), code);
  }
});

test("stepOfCode() accepts the codes of RFC 4226, whose counters are its steps", async () => {
  const codes = [
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489",
  ];
  for (const [step, code] of codes.entries()) {
    assert.equal(await stepOfCode(SECRET, code, at(step * 30, -1)), step);
  }
});

test("stepOfCode() accepts a clock that is off by one step, and not by two", async () => {
  // The code of step 37037036, from 1111111080 to 1111111109.
  const code = "081804";
  for (
    const [seconds, step] of [[1111111050, 37037036], [1111111080, 37037036], [1111111139, 37037036]] as const
  ) {
    assert.equal(await stepOfCode(SECRET, code, at(seconds)), step);
  }
  for (const seconds of [1111111049, 1111111140]) {
    assert.equal(await stepOfCode(SECRET, code, at(seconds)), null);
  }
});

test("stepOfCode() accepts no code of a step that was used, or that came before it (SF-02)", async () => {
  const code = "081804";
  assert.equal(await stepOfCode(SECRET, code, at(1111111109, 37037035)), 37037036);
  assert.equal(await stepOfCode(SECRET, code, at(1111111109, 37037036)), null);
  assert.equal(await stepOfCode(SECRET, code, at(1111111109, 37037037)), null);
});

// SF-02
test("stepOfCode() finds the later one of two steps with the same code, so that it counts once", async () => {
  // The first steps that share a code, with a secret of twenty zeros.
  const secret = "A".repeat(32);
  const seconds = 418590 * 30;
  assert.equal(await stepOfCode(secret, "903848", at(seconds)), 418591);
  assert.equal(await stepOfCode(secret, "903848", at(seconds, 418590)), 418591);
  assert.equal(await stepOfCode(secret, "903848", at(seconds, 418591)), null);
});

test("stepOfCode() reads blanks and the digits of other keyboards", async () => {
  for (
    const code of [
      "081 804",
      " 081804\n",
      "0 8 1 8 0 4",
      "０８１８０４",
      "٠٨١٨٠٤",
      "۰۸۱۸۰۴",
      "\u200f081\u00a0804\u200e",
    ]
  ) {
    assert.equal(await stepOfCode(SECRET, code, at(1111111109)), 37037036, JSON.stringify(code));
  }
});

test("stepOfCode() accepts no other text as a code", async () => {
  for (
    const code of ["", "81804", "0818040", "07081804", "08180a", "+81804", "0x1804", "-081804", "08180½"]
  ) {
    assert.equal(await stepOfCode(SECRET, code, at(1111111109)), null, code);
  }
});

test("stepOfCode() reads a secret as people copy it, and accepts no code with any other text", async () => {
  const spaced = "gezd gnbv gy3t qojq-gezd gnbv gy3t qojq====";
  assert.equal(await stepOfCode(spaced, "081804", at(1111111109)), 37037036);
  // The code of a key that is a zero.
  assert.equal(await stepOfCode("", "743009", at(1111111109)), null);
  for (const secret of ["", "A", "=-1", "GEZDGNBV"]) {
    assert.equal(await stepOfCode(secret, "081804", at(1111111109)), null, secret);
  }
});

test("createTotpSecret() encodes 20 random bytes in base32", () => {
  const lengths: number[] = [];
  const bytes = new TextEncoder().encode("12345678901234567890");
  const secret = createTotpSecret((length) => {
    lengths.push(length);
    return bytes;
  });
  assert.deepEqual([secret, lengths], [SECRET, [20]]);
});

test("otpauthUri() names application and account as apps read them", () => {
  const of = (issuer: string, account: string) => otpauthUri({ secret: SECRET, issuer, account });
  assert.equal(
    of("Example", "alice@example.com"),
    `otpauth://totp/Example:alice%40example.com?secret=${SECRET}&issuer=Example`,
  );
  assert.equal(
    of("ACME: Köln & Co", "a+b@example.com"),
    `otpauth://totp/ACME%20K%C3%B6ln%20%26%20Co:a%2Bb%40example.com?secret=${SECRET}&issuer=ACME%20K%C3%B6ln%20%26%20Co`,
  );
  assert.equal(
    of("localhost:3000", ""),
    `otpauth://totp/localhost%203000?secret=${SECRET}&issuer=localhost%203000`,
  );
  assert.equal(of(" Acme ", ": x"), `otpauth://totp/Acme:x?secret=${SECRET}&issuer=Acme`);
  assert.equal(new URL(of("Half \ud800", "x")).searchParams.get("issuer"), "Half \ufffd");
});
