import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidEmail } from "../../src/errors/errors.ts";
import { normalizeAddress, parseAddress } from "../../src/sign_in/address.ts";

/** Addresses as they are typed, and as they are kept. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "ada@example.com": "ada@example.com",
  " Ada@EXAMPLE.com\n": "ada@example.com",
  "ada.lovelace+news@mail.example.co.uk": "ada.lovelace+news@mail.example.co.uk",
  "a@b": "a@b",
  "o'brien!#$%&*/=?^_`{|}~-@x-y.example": "o'brien!#$%&*/=?^_`{|}~-@x-y.example",
  "1@2.example": "1@2.example",
  "ada@corp_local": "ada@corp_local",
  "संपर्क@डाटामेल.भारत": "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c",
  "น้ำ@example.com": "น้ำ@example.com",
  "a\u0323\u0301\u0302@example.com": "\u1EA1\u0301\u0302@example.com",
  "zoë@münchen.example": "zoë@xn--mnchen-3ya.example",
  "zoe\u0308@XN--MNCHEN-3YA.example": "zoë@xn--mnchen-3ya.example",
  "\u200Bada@example.com\u200E": "ada@example.com",
  "\uFEFFada@example.com\t": "ada@example.com",
  "ada@example.com\u202E": "ada@example.com",
  "ada@डाटामेल.भारत": "ada@xn--c2bd4bq1db8d.xn--h2brj9c",
  "ｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ": "da@example.com",
  "用户@例子.测试": "用户@xn--fsqu00a.xn--0zwm56d",
  "\u212A@example.com": "k@example.com",
};

for (const [typed, kept] of Object.entries(ADDRESSES)) {
  test(`normalizeAddress() writes the address ${JSON.stringify(typed)} as ${JSON.stringify(kept)} (EM-13)`, () => {
    assert.equal(normalizeAddress(typed), kept);
    assert.equal(normalizeAddress(kept), kept);
  });
}

/** What is no address, or more than one (EM-08, EM-09). */
const OTHERS: Readonly<Record<string, string>> = {
  "nothing": "",
  "white space": " \t\n",
  "no @": "ada.example.com",
  "no mailbox": "@example.com",
  "no host": "ada@",
  "two @": "ada@example.com@evil.test",
  "an @ that only looks like one": "ada@example.com\uFE6Bevil.test",
  "a full-width @ beside an @": "eve@evil.test\uFF20example.com",
  "a comma": "ada@example.com,eve@evil.test",
  "a comma that only looks like one": "ada@example.com\uFF0Ceve@evil.test",
  "a comma in the mailbox": "eve@evil.test,ada@example.com",
  "a semicolon": "ada@example.com;eve@evil.test",
  "a space": "ada @example.com",
  "a no-break space": "ada\u00A0@example.com",
  "a line feed": "ada@example.com\nbcc:eve@evil.test",
  "a carriage return": "ada\r@example.com",
  "NUL": "ada@example.com\0",
  "DEL": "ada@example.com\x7f",
  "quotes": '"eve@evil.test"@example.com',
  "one quote": 'ada"@example.com',
  "angle brackets": "Ada <ada@example.com>",
  "a comment": "ada(eve@evil.test)@example.com",
  "a colon": "group:ada@example.com",
  "an encoded word": "=?utf-8?q?eve=40evil.test=3e=00?=ada@example.com",
  "an encoded word that only looks like one": "\uFF1D?utf-8?q?a?=@example.com",
  "a backslash": "ada\\@example.com",
  "an address literal": "ada@[127.0.0.1]",
  "a dot in front": ".ada@example.com",
  "a dot at the end of the mailbox": "ada.@example.com",
  "two dots": "a..da@example.com",
  "a dot at the end": "ada@example.com.",
  "two dots in the host": "ada@example..com",
  "a hyphen in front of the host": "ada@-example.com",
  "a hyphen at the end of the host": "ada@example.com-",
  "a hyphen within the host": "ada@mail.-example.com",
  "a zero-width space": "ada@exam\u200Bple.com",
  "a direction override": "ada\u202E@example.com",
  "percent-encoding": "ada@b%C3%BCcher.example",
  "a path after a domain in Unicode": "ada@bücher.example/evil.test",
  "a soft hyphen": "a\u00ADda@example.com",
  "a combining mark in front": "\u0301ada@example.com",
  "an accent that becomes a combining mark in front": "\u00B4ada@example.com",
  "255 characters": `${"a".repeat(243)}@example.com`,
  "254 characters that become more": `${"\uFDFA".repeat(100)}@example.com`,
};

for (const [what, address] of Object.entries(OTHERS)) {
  test(`normalizeAddress() refuses this kind of address: ${what} (EM-08, EM-09)`, () => {
    assert.throws(() => normalizeAddress(address), InvalidEmail);
  });
}

test("normalizeAddress() accepts the longest address that SMTP allows", () => {
  const longest = `${"a".repeat(242)}@example.com`;
  assert.equal(longest.length, 254);
  assert.equal(normalizeAddress(longest), longest);
});

test("normalizeAddress() is fast for text that is crafted to be slow (EM-22)", () => {
  const parts = ["a", "a-", "a.", "-", ".", "a@", "!", "\u212A"];
  const hostile = parts.flatMap((
    part,
  ) => [part.repeat(120), `a@${part.repeat(120)}`, `a@${part.repeat(120)}!`]);
  // Some ten million steps, if it is linear; more than the age of the universe, if it is exponential.
  for (let time = 0; time < 100; time++) {
    for (const address of hostile) {
      try {
        normalizeAddress(address);
      } catch (error) {
        assert.ok(error instanceof InvalidEmail);
      }
    }
  }
});

test("parseAddress() rejects a value that is not a string, and one that is too long (EM-10, EM-22)", () => {
  let asked = 0;
  const normalizeIdentifier = (address: string) => (asked++, address);
  for (const address of [undefined, null, true, 1, {}, ["ada@example.com"], "a".repeat(255)]) {
    assert.throws(() => parseAddress(address, { normalizeIdentifier }), InvalidEmail);
  }
  assert.equal(asked, 0);
});

test("parseAddress() hands normalizeIdentifier what was typed, without the white space and format characters around it (EM-13)", () => {
  const given: string[] = [];
  parseAddress("\u200B Ada@Example.com\u200E", {
    normalizeIdentifier: (typed) => (given.push(typed), typed),
  });
  assert.deepEqual(given, ["Ada@Example.com"]);
});

test("parseAddress() normalises unless the provider does", () => {
  assert.equal(parseAddress("Ada@Example.com", {}), "ada@example.com");
  const normalizeIdentifier = (address: string) => address.toUpperCase();
  assert.equal(parseAddress("Ada@Example.com", { normalizeIdentifier }), "ADA@EXAMPLE.COM");
});

test("parseAddress() rejects an address if normalizeIdentifier throws or returns an invalid one", () => {
  const reason = new Error("not one of us");
  const fails = () => {
    throw reason;
  };
  assert.throws(
    () => parseAddress("ada@example.com", { normalizeIdentifier: fails }),
    (error) => error instanceof InvalidEmail && error.cause?.err === reason,
  );
  for (const result of ["", " ", "a b", "a\nb", "a\0b", "a\u200Bb", undefined, null, ["a@b"], 1]) {
    const normalizeIdentifier = () => result as string;
    assert.throws(() => parseAddress("ada@example.com", { normalizeIdentifier }), InvalidEmail);
  }
});
