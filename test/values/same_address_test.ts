import assert from "node:assert/strict";
import { test } from "node:test";
import { comparable, isSameAddress, toAddress, toEmail } from "../../src/values/same_address.ts";

/** Addresses as a provider, a user or a database writes them, and their one form. */
const FORMS: Readonly<Record<string, string>> = {
  "Ada@EXAMPLE.com": "ada@example.com",
  "\t ada@example.com\r\n": "ada@example.com",
  "\uFEFF\u200Bada@example.com\u200E\u2060\u00AD": "ada@example.com",
  "\u3164ada@example.com\uFE0F": "ada@example.com",
  "JOSÉ@example.com": "josé@example.com",
  "jose\u0301@example.com": "josé@example.com",
  "ada@BÜCHER.example": "ada@xn--bcher-kva.example",
  "ada@bu\u0308cher.example": "ada@xn--bcher-kva.example",
  "ada@XN--BCHER-KVA.example": "ada@xn--bcher-kva.example",
  "ada@bücher\u3002example": "ada@xn--bcher-kva.example",
  "ada@corp_local": "ada@corp_local",
  "ada@0x7F.1": "ada@0x7f.1",
};

for (const [written, form] of Object.entries(FORMS)) {
  test(`toAddress() writes an address in its one form: ${JSON.stringify(written)} (AL-26)`, () => {
    assert.equal(toAddress(written), form);
    assert.equal(toAddress(form), form);
    assert.ok(isSameAddress(written, form));
  });
}

for (
  const odd of [
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example.com@evil.test",
    "a da@example.com",
    "ada\u200B@example.com",
    "ada@exam\u00ADple.com",
    "ada@bü\u200Bcher.example",
    "ada@example.com\0",
    "a\uD800da@example.com",
    "ada@example.com.",
    "ada@example..com",
    "ada@[127.0.0.1]",
    "ada@bücher.example:25",
    "ada@bücher.example/evil",
    "ada@\uFF11.\uFF12",
    `ada@${"a".repeat(2000)}`,
  ]
) {
  test(`toAddress() takes ${JSON.stringify(odd.slice(0, 40))} for no address (AL-26)`, () => {
    assert.equal(toAddress(odd), null);
  });
}

test("toAddress() and cut() read up to 1024 characters", () => {
  const longest = `${"a".repeat(1012)}@example.com`;
  assert.equal(toAddress(longest.toUpperCase()), longest);
  assert.equal(toAddress(`${longest.slice(1)}\n`), longest.slice(1));
  assert.equal(toAddress(`a${longest}`), null);
});

test("toEmail() keeps text that is no address, and refuses what has more than one", () => {
  const emails = ["Ada", "Ada@Example.com", "ada@example.com@evil.test", "@"].map(toEmail);
  assert.deepEqual(emails, ["Ada", "ada@example.com", null, null]);
  // RFC 5321 §4.5.3.1
  const longest = `${"a".repeat(242)}@example.com`;
  assert.deepEqual([longest.length, toEmail(longest), toEmail(`a${longest}`)], [254, longest, null]);
});

test("isSameAddress() distinguishes what only looks alike (AL-09)", () => {
  const all = [
    "kim@example.com",
    "\u212Aim@example.com",
    "\uFF4Bim@example.com",
    "kím@example.com",
    "\u0138im@example.com",
  ];
  assert.equal(new Set(all.map(comparable)).size, all.length);
  assert.ok(!isSameAddress("ada@exämple.com", "ada@example.com"));
});

test("comparable() keeps the letters of an account name that are not of ASCII", () => {
  assert.equal(comparable("ADA É"), "ada É");
});

test("toAddress() is fast for text that is crafted to be slow (EM-22)", () => {
  for (const part of [" ", "\u200B", "a ", "a.", "-", "ü"]) {
    for (let time = 0; time < 50; time++) {
      toAddress(`a${part.repeat(100_000)}@b`), toAddress(`a${part.repeat(900)}b@c`);
    }
  }
});
