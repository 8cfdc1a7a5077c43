import assert from "node:assert/strict";
import { test } from "node:test";
import { isForeignName, makeRoom, toForeignName } from "../../src/http/attempt_cookies.ts";
import { writeChunked } from "../../src/http/chunked_cookies.ts";
import { movedCookieName } from "../../src/http/cookie_names.ts";
import {
  cookieNameOf,
  isStorable,
  MAX_COOKIE,
  parseCookies,
  schemeOf,
  serializeCookie,
  withoutReplaced,
} from "../../src/http/cookies.ts";

const OPTIONS = { httpOnly: true, path: "/" } as const;
const ID = "0123456789-_abcd";

test("schemeOf() reads the scheme at the beginning of a URL", () => {
  assert.equal(schemeOf("https://app.test"), "https");
  assert.equal(schemeOf("http://app.test/https:"), "http");
});

test("isStorable() accepts a cookie of 4096 bytes, and none of one more", () => {
  const room = MAX_COOKIE - serializeCookie({ name: "a", value: "", options: OPTIONS }).length;
  assert.equal(isStorable({ name: "a", value: "x".repeat(room), options: OPTIONS }), true);
  assert.equal(isStorable({ name: "a", value: "x".repeat(room + 1), options: OPTIONS }), false);
});

test("writeChunked() fills each chunk but the last, as far as the longest name of a chunk allows", () => {
  const chunks = writeChunked(new Map(), { name: "a", value: "x".repeat(10_000), options: OPTIONS });
  const sizes = chunks.map((chunk) => serializeCookie({ ...chunk, name: "a.99" }).length);
  assert.deepEqual(sizes.slice(0, -1), [MAX_COOKIE, MAX_COOKIE]);
});

test("parseCookies() takes off quotation marks in pairs alone", () => {
  const values = Object.fromEntries(parseCookies('a="both"; b="left; c=right"; d="; e=""'));
  assert.deepEqual(values, { a: "both", b: '"left', c: 'right"', d: '"', e: "" });
});

test("cookieNameOf() is the name without the number of a chunk at its end", () => {
  const names = ["a.12=x; Path=/", " a.1 =x", "a.1b=x", "v1.0-a=x", "a=x.1"].map(cookieNameOf);
  assert.deepEqual(names, ["a", "a", "a.1b", "v1.0-a", "a"]);
});

test("withoutReplaced() takes Max-Age=0 for a removal, however it is written", () => {
  for (const removal of ["a.0=; Max-Age=0", "a.0=;max-age=0; Path=/", "a.0=;  Max-Age=0;"]) {
    assert.deepEqual(withoutReplaced([removal], ["a.1=x"]), [removal]);
  }
  assert.deepEqual(withoutReplaced(["a.0=; Max-Age=01"], ["a.1=x"]), []);
});

test("makeRoom() removes no cookie whose name only contains an id", () => {
  const names = [`a.${ID}`, `a.${ID}~`, `a.${ID}x`, `a.x${ID}`, `a.${ID}~~`, `a.${ID} `, `b.${ID}`];
  const removed = makeRoom(new Map(names.map((name) => [name, "x"])), { name: "a", options: OPTIONS }, 1);
  assert.deepEqual(removed.map(({ name }) => name), [`a.${ID}`, `a.${ID}~`]);
});

test("toForeignName() marks a name at its end, and isForeignName() finds the mark there", () => {
  assert.equal(toForeignName("a"), "a~");
  assert.deepEqual(["a~", "~a", "a"].map(isForeignName), [true, false, false]);
});

test("movedCookieName() is a name beside the session cookie", () => {
  assert.equal(movedCookieName("__Host-latchkey.session-token"), "__Host-latchkey.session-token.moved");
});
