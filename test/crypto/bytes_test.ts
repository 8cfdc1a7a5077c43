import assert from "node:assert/strict";
import { test } from "node:test";
import {
  base64ToBase64Url,
  base64UrlToBase64,
  concat,
  parseBase64Url,
  parseUtf8,
  timingSafeEqual,
  toBase64Url,
  toHex,
  toUtf8,
  toUuid,
} from "../../src/crypto/bytes.ts";

/** RFC 4648 §10, and the two characters in which base64url differs. */
const ENCODED: readonly (readonly [bytes: readonly number[], base64Url: string, hex: string])[] = [
  [[], "", ""],
  [[0x66], "Zg", "66"],
  [[0x66, 0x6f], "Zm8", "666f"],
  [[0x66, 0x6f, 0x6f], "Zm9v", "666f6f"],
  [[0x66, 0x6f, 0x6f, 0x62], "Zm9vYg", "666f6f62"],
  [[0xfb, 0xff, 0xbf], "-_-_", "fbffbf"],
  [[0, 0, 1], "AAAB", "000001"],
];

test("toBase64Url(), parseBase64Url() and toHex() follow RFC 4648", () => {
  for (const [numbers, base64Url, hex] of ENCODED) {
    const bytes = Uint8Array.from(numbers);
    assert.equal(toBase64Url(bytes), base64Url);
    assert.deepEqual([...parseBase64Url(base64Url)!], numbers);
    assert.equal(toHex(bytes), hex);
  }
});

test("toBase64Url() and toHex() take the view's part of a buffer, of any size", () => {
  const view = Uint8Array.from([1, 2, 3, 4, 5]).subarray(1, 3);
  assert.equal(toBase64Url(view), "AgM");
  assert.equal(toHex(view), "0203");
  const large = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
  assert.deepEqual(new Uint8Array(parseBase64Url(toBase64Url(large))!), large);
});

test("parseBase64Url() returns null for text that is not base64url", () => {
  for (
    const text of [
      "A",
      "e",
      "AAAAA",
      "AAAAS",
      "AA==",
      "A+AA",
      "A/AA",
      "AA A",
      "AA\nA",
      "AAA\n",
      "ÄAAA",
      "A.AA",
    ]
  ) {
    assert.equal(parseBase64Url(text), null, JSON.stringify(text));
  }
});

test("parseBase64Url() accepts only one text for the same bytes", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (const start of ["Z", "Zm"]) {
    const accepted = [...alphabet].map((last) => start + last).filter((text) => parseBase64Url(text));
    assert.deepEqual(accepted, accepted.map((text) => toBase64Url(parseBase64Url(text)!)));
    assert.equal(accepted.length, start.length === 1 ? 4 : 16);
  }
});

test("toUtf8() and parseUtf8() are each other's reverse", () => {
  for (const text of ["", "Ada", "Zoë 🙂 \u0000"]) assert.equal(parseUtf8(toUtf8(text)), text);
  assert.deepEqual([...toUtf8("é")], [0xc3, 0xa9]);
});

test("parseUtf8() returns null for bytes that are not UTF-8", () => {
  for (const bytes of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
    assert.equal(parseUtf8(Uint8Array.from(bytes)), null);
  }
});

test("concat() writes bytes one after the other", () => {
  assert.deepEqual([...concat()], []);
  assert.deepEqual([...concat(toUtf8("ab"), new Uint8Array(0), toUtf8("c"))], [97, 98, 99]);
});

test("timingSafeEqual() compares text and bytes by all their bytes", () => {
  assert.equal(timingSafeEqual("secret", "secret"), true);
  assert.equal(timingSafeEqual("secret", toUtf8("secret")), true);
  assert.equal(timingSafeEqual(toUtf8("secret"), "secret"), true);
  assert.equal(timingSafeEqual("", ""), true);
  for (const other of ["Secret", "secreT", "secre", "secrets", ""]) {
    assert.equal(timingSafeEqual("secret", other), false, other);
  }
  assert.equal(timingSafeEqual("é", "e"), false);
});

test("base64UrlToBase64() and base64ToBase64Url() write the same bytes in the other alphabet", () => {
  for (
    const [url, plain] of [["", ""], ["-_8", "+/8="], ["_w", "/w=="], ["AAAA", "AAAA"], [
      "-_-_",
      "+/+/",
    ]] as const
  ) {
    assert.equal(base64UrlToBase64(url), plain);
    assert.equal(base64ToBase64Url(plain), url);
  }
});

test("toUuid() writes the version and the variant of RFC 9562 into a copy of the first 16 bytes", () => {
  const ones = new Uint8Array(20).fill(0xff);
  assert.equal(toUuid(ones, 4), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  assert.deepEqual(ones, new Uint8Array(20).fill(0xff));
  assert.equal(toUuid(new Uint8Array(16), 8), "00000000-0000-8000-8000-000000000000");
  const counted = Uint8Array.from({ length: 16 }, (_, i) => i);
  assert.equal(toUuid(counted, 4), "00010203-0405-4607-8809-0a0b0c0d0e0f");
});
