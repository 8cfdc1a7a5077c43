import assert from "node:assert/strict";
import { test } from "node:test";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { readSessionToken, sessionCookies } from "../../src/session/cookie.ts";

const COOKIE = toCookieNames("https").sessionToken;
const EXPIRES = Date.UTC(2030, 0, 31);

test("readSessionToken() reads the session cookie, whole or in chunks", () => {
  const { name } = COOKIE;
  assert.equal(readSessionToken(new Map([["a", "b"], [name, "token"]]), COOKIE), "token");
  assert.equal(readSessionToken(new Map([[`${name}.1`, "ken"], [`${name}.0`, "to"]]), COOKIE), "token");
  assert.equal(readSessionToken(new Map([["latchkey.session-token", "token"]]), COOKIE), null);
  assert.equal(readSessionToken(new Map(), COOKIE), null);
});

test("sessionCookies() sets a cookie with the lifetime of the token", () => {
  const [cookie, ...rest] = sessionCookies({ value: "token", expires: EXPIRES }, new Map(), COOKIE);
  assert.deepEqual(rest, []);
  assert.equal(
    serializeCookie(cookie!),
    "__Host-latchkey.session-token=token; Path=/; Expires=Thu, 31 Jan 2030 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
  );
});

test("sessionCookies() cuts a long token, and removes the chunks of a longer one", () => {
  const { name } = COOKIE;
  const long = sessionCookies({ value: "t".repeat(9000), expires: EXPIRES }, new Map(), COOKIE);
  assert.deepEqual(long.map((cookie) => cookie.name), [`${name}.0`, `${name}.1`, `${name}.2`]);
  const held = new Map(long.map((cookie) => [cookie.name, cookie.value]));
  const short = sessionCookies({ value: "token", expires: EXPIRES }, held, COOKIE);
  assert.deepEqual(short.map(({ name, value, options }) => [name, value, options.maxAge]), [
    [name, "token", undefined],
    [`${name}.0`, "", 0],
    [`${name}.1`, "", 0],
    [`${name}.2`, "", 0],
  ]);
});

test("sessionCookies() keeps the cookie for `undefined`, and removes it for `null`", () => {
  const held = new Map([[COOKIE.name, "token"], ["other", "1"]]);
  assert.deepEqual(sessionCookies(undefined, held, COOKIE), []);
  assert.deepEqual(sessionCookies(null, new Map(), COOKIE), []);
  const [removed, ...rest] = sessionCookies(null, held, COOKIE);
  assert.deepEqual(rest, []);
  assert.equal(
    serializeCookie(removed!),
    "__Host-latchkey.session-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});
