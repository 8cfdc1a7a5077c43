import assert from "node:assert/strict";
import { test } from "node:test";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { browserSessions, newestOf, pickedToken, sessionCookies } from "../../src/session/cookie.ts";

import type { SessionRead, SessionStrategy, SignedIn } from "../../src/model/session.ts";

const COOKIE = toCookieNames("https").sessionToken;
const EXPIRES = Date.UTC(2030, 0, 31);

test("pickedToken() reads the session cookie, whole or in chunks, once in a request", () => {
  const { name } = COOKIE;
  const tokenIn = pickedToken({ isLive: () => Promise.resolve(1) }, COOKIE);
  const cookies = new Map([["a", "b"], [name, "token"]]);
  assert.equal(tokenIn(cookies), "token");
  cookies.set(name, "another");
  assert.equal(tokenIn(cookies), "token");
  assert.equal(tokenIn(new Map([[`${name}.1`, "ken"], [`${name}.0`, "to"]])), "token");
  assert.equal(tokenIn(new Map([["latchkey.session-token", "token"]])), null);
  assert.equal(tokenIn(new Map()), null);
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

test("newestOf() returns the token that was prolonged last, and the first of equal ones or if none is alive (SE-40)", async () => {
  const tokens: readonly (readonly [times: readonly number[], newest: string])[] = [
    [[1, 2, 3], "2"],
    [[3, 2, 1], "0"],
    [[1, 2, 2], "1"],
    [[0, 0, 0], "0"],
    [[0, 1, 0], "1"],
  ];
  for (const [times, newest] of tokens) {
    const isLive = (token: string) => Promise.resolve(times[Number(token)]!);
    assert.equal(await newestOf(["0", "1", "2"], { isLive }), newest, times.join());
  }
});

/** A strategy that notes its calls, and the sessions of browsers with it. */
function noted(isLive = 1) {
  const calls: unknown[][] = [];
  const read: SessionRead = { session: {}, userId: "u1", signedInAt: 1, amr: [], aal: 1 };
  const note = <T>(call: unknown[], result: T) => {
    calls.push(call);
    return Promise.resolve(result);
  };
  const strategy: SessionStrategy = {
    issue: (signedIn) => note(["issue", signedIn], { value: "new", expires: EXPIRES }),
    identify: (token) => note(["identify", token], read),
    read: (token) => note(["read", token], read),
    update: (token, data) => note(["update", token, data], read),
    isLive: (token) => note(["isLive", token], isLive),
    revoke: (token) => note(["revoke", token], undefined),
    carryOver: (token, generation) => note(["carryOver", token, generation], undefined),
    raise: (token, proof) => note(["raise", token, proof], null),
    withdraw: (token) => note(["withdraw", token], undefined),
    keyOf: (token) => note(["keyOf", token], "key"),
  };
  return { calls, read, sessions: browserSessions(strategy, COOKIE) };
}

const UNUSED = { value: "unused", expires: EXPIRES };

const SIGNED_IN: Omit<SignedIn, "previous"> = {
  user: { id: "u1" },
  account: { provider: "idp", providerAccountId: "1", type: "oauth" },
  isNewUser: false,
};

test("browserSessions() asks the strategy for the key of a session, and has none without a cookie", async () => {
  const { sessions } = noted();
  assert.equal(await sessions.keyOf(new Map([[COOKIE.name, "token"]])), "key");
  assert.equal(await sessions.keyOf(new Map()), null);
});

test("browserSessions() passes the token of the cookie to the strategy", async () => {
  const { calls, read, sessions } = noted();
  const cookies = new Map([[COOKIE.name, "token"]]);
  assert.deepEqual(await sessions.issue(SIGNED_IN, cookies), { value: "new", expires: EXPIRES });
  assert.equal(await sessions.identify(cookies), read);
  assert.equal(await sessions.read(cookies), read);
  assert.equal(await sessions.update(cookies, { name: "Ada" }), read);
  assert.equal(await sessions.isLive(cookies), true);
  assert.equal(await sessions.revoke(cookies), 0);
  await sessions.withdraw(UNUSED);
  assert.deepEqual(calls, [
    ["issue", { ...SIGNED_IN, previous: "token" }],
    ["identify", "token"],
    ["read", "token"],
    ["update", "token", { name: "Ada" }],
    ["isLive", "token"],
    ["revoke", "token"],
    ["withdraw", UNUSED],
  ]);
});

test("browserSessions().isLive() is false for a session that has ended", async () => {
  assert.equal(await noted(0).sessions.isLive(new Map([[COOKIE.name, "token"]])), false);
});

test("browserSessions() goes on with the token that the session has got in the request, else with the cookie", async () => {
  const { calls, sessions } = noted();
  const cookies = new Map([[COOKIE.name, "token"]]);
  const renewed = { value: "renewed", expires: EXPIRES };
  const proof = { amr: ["pwd"], signedInAt: 1 };
  for (const next of [renewed, null, undefined]) {
    await sessions.carryOver(cookies, 2, next);
    await sessions.raise(cookies, proof, next);
  }
  assert.deepEqual(
    calls,
    ["renewed", "token", "token"].flatMap((token) => [
      ["carryOver", token, 2],
      ["raise", token, proof],
    ]),
  );
});

test("browserSessions() asks the strategy for nothing without a token, but for a new session", async () => {
  const { calls, sessions } = noted();
  const none = new Map<string, string>();
  assert.equal(await sessions.identify(none), null);
  assert.equal(await sessions.read(none), null);
  assert.equal(await sessions.update(none, {}), null);
  assert.equal(await sessions.isLive(none), false);
  await sessions.revoke(none);
  assert.equal(await sessions.raise(none, { amr: ["pwd"], signedInAt: 1 }), null);
  await sessions.issue(SIGNED_IN, none);
  assert.deepEqual(calls, [["issue", { ...SIGNED_IN, previous: null }]]);
});

test("browserSessions().toCookies() writes the session cookie", () => {
  const { sessions } = noted();
  const token = { value: "token", expires: EXPIRES };
  assert.deepEqual(sessions.toCookies(token, new Map()), sessionCookies(token, new Map(), COOKIE));
});
