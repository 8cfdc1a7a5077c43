import assert from "node:assert/strict";
import { test } from "node:test";
import { AdapterError, ConfigError } from "../../src/errors/errors.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import type { Cookies } from "../../src/http/types.ts";
import type { CookieOption } from "../../src/values/cookie.ts";
import type { AdoptingMigration } from "../../src/model/migration.ts";
import { COOKIE, namesOf, OLDER, older, openRows, openTokens, own, SIGNED_IN, UNTIL } from "./_adopted.ts";
import { AUTH_JS_SESSION } from "./_tokens.ts";

const NONE: Cookies = new Map();
const METHODS = ["pwd", "otp", "mfa"];

/** Both strategies, each with a token of Auth.js and the id of its user. */
const STRATEGIES = [
  {
    name: "adoptingTokens()",
    open: (cookie?: CookieOption) => Promise.resolve(openTokens({ ...(cookie && { cookie }) })),
    token: AUTH_JS_SESSION,
    userId: "1",
  },
  {
    name: "adoptingSessions()",
    open: (cookie?: CookieOption) => openRows({}, { ...(cookie && { cookie }) }),
    token: "old",
    userId: "u1",
  },
];

for (const { name, open, token, userId } of STRATEGIES) {
  test(`${name} reads on https only a cookie of Auth.js with the prefix (MI-07)`, async () => {
    const { sessions } = await open(toCookieNames("https").sessionToken);
    assert.equal(await sessions.read(older(token)), null);
    assert.equal((await sessions.read(new Map([[`__Secure-${OLDER}`, token]])))?.userId, userId);
  });

  test(`${name} refuses a session cookie with any name that Auth.js may have used (MI-13)`, async () => {
    for (const taken of [OLDER, `__Secure-${OLDER}`]) {
      await assert.rejects(
        async () => await open({ ...COOKIE, name: taken }),
        (error) => error instanceof ConfigError && error.message.includes(`"${taken}"`),
      );
    }
  });

  test(`${name} begins, reads, updates and ends sessions of ours as without a migration`, async () => {
    const { sessions } = await open();
    const begun = await sessions.issue(SIGNED_IN, NONE);
    const cookies = own(begun!.value);
    assert.equal((await sessions.identify(cookies))?.userId, "u1");
    assert.equal((await sessions.update(cookies, {}))?.userId, "u1");
    assert.equal(await sessions.isLive(cookies), true);
    assert.deepEqual(namesOf(sessions.toCookies(begun, cookies)), [COOKIE.name]);
    assert.equal(await sessions.revoke(cookies), 0);
  });

  test(`${name}.update() goes on with a session of Auth.js`, async () => {
    const { sessions } = await open();
    const updated = (await sessions.update(older(token), {}))!;
    assert.equal(updated.userId, userId);
    assert.equal((await sessions.read(own(updated.token!.value)))?.userId, userId);
  });

  test(`${name}.isLive() is true for a session of Auth.js, and false for one that has ended`, async () => {
    const { sessions } = await open();
    assert.equal(await sessions.isLive(older(token)), true);
    assert.equal(await sessions.isLive(older("unknown")), false);
    assert.equal(await sessions.isLive(NONE), false);
  });

  test(`${name}.revoke() reports the living sessions of several cookies, and none of Auth.js (SE-40)`, async () => {
    const { sessions, events } = await open();
    assert.equal(await sessions.revoke(NONE), 0);
    assert.deepEqual(events, []);
    assert.equal(await sessions.revoke(older(token)), 0);
    const [one, two] = [await sessions.issue(SIGNED_IN, NONE), await sessions.issue(SIGNED_IN, NONE)];
    const several = new Map([[COOKIE.name, one!.value], [` ${COOKIE.name}`, two!.value]]);
    assert.equal(await sessions.revoke(several), 2);
  });

  test(`${name}.toCookies() keeps a cookie of Auth.js until a session is set or removed (MI-04)`, async () => {
    const { sessions } = await open();
    const cookies = older(token);
    assert.deepEqual(sessions.toCookies(undefined, cookies), []);
    const set = sessions.toCookies((await sessions.read(cookies))!.token, cookies);
    assert.deepEqual(namesOf(set), [COOKIE.name, `-${OLDER}`, `${COOKIE.name}.moved`]);
    // It lasts as long as the migration does.
    const options = { ...COOKIE.options, expires: new Date(UNTIL) };
    assert.deepEqual(set.at(-1), { name: `${COOKIE.name}.moved`, value: "1", options });
  });

  test(`${name}.keyOf() gives the key of a session of ours, and none for one of Auth.js`, async () => {
    const { sessions } = await open();
    const begun = await sessions.issue({ ...SIGNED_IN, isKeyed: true }, NONE);
    assert.match(String(await sessions.keyOf(own(begun!.value))), /^sha256:/);
    assert.equal(await sessions.keyOf(older(token)), null);
  });

  test(`${name}.raise() goes on with the token of this request, whatever the browser has sent`, async () => {
    const { sessions, platform } = await open();
    const renewed = (await sessions.read(older(token)))!.token!;
    const raised = await sessions.raise(NONE, { amr: METHODS, signedInAt: platform.now() }, renewed);
    assert.equal((await sessions.read(own(raised!.value)))?.aal, 2);
  });
}

test("adoptingTokens().carryOver() goes on with a token of Auth.js, or the one of this request", async () => {
  const { sessions, platform } = openTokens();
  const cookies = older(AUTH_JS_SESSION);
  const raised = await sessions.raise(cookies, { amr: METHODS, signedInAt: platform.now() });
  const levels = [];
  for (const [sent, renewed] of [[cookies], [cookies, raised], [NONE, raised]] as const) {
    const read = await sessions.read(own((await sessions.carryOver(sent, 1, renewed))!.value));
    levels.push([read?.userId, read?.aal]);
  }
  assert.deepEqual(levels, [["1", 1], ["1", 2], ["1", 2]]);
  assert.equal(await sessions.carryOver(NONE, 1), undefined);
});

test("adoptingTokens() logs no error for a session of Auth.js that has expired, and ends it (MI-03)", async () => {
  const { sessions, platform, errors } = openTokens();
  platform.tick(11 * 366 * 86_400);
  const read = await sessions.read(older(AUTH_JS_SESSION));
  assert.deepEqual([read?.session, read?.token, errors], [null, null, []]);
  await sessions.read(older("unreadable"));
  assert.equal(errors.length, 1);
});

test("adoptingSessions().issue() has a token of ours replaced, and hands on none of Auth.js", async () => {
  const { sessions, replaced } = await openRows();
  const first = await sessions.issue(SIGNED_IN, NONE);
  await sessions.issue(SIGNED_IN, older("old"));
  await sessions.issue(SIGNED_IN, own(first!.value));
  assert.deepEqual(replaced, [null, null, first!.value]);
});

test("adoptingSessions().revoke() ends each session of several cookies of ours", async () => {
  const { sessions, rows } = await openRows();
  const [one, two] = [await sessions.issue(SIGNED_IN, NONE), await sessions.issue(SIGNED_IN, NONE)];
  await sessions.revoke(new Map([[COOKIE.name, one!.value], [` ${COOKIE.name}`, two!.value]]));
  assert.deepEqual(await rows(), ["old"]);
});

test("adoptingSessions() ends a cookie of no session, and keeps one whose session cannot be adopted", async () => {
  const failure = new Error("no memory");
  const wrap = (migration: AdoptingMigration): AdoptingMigration => ({
    ...migration,
    storedSessions: (context) => ({
      ...migration.storedSessions(context),
      adopt: () => Promise.reject(failure),
    }),
  });
  const [usual, failing] = [await openRows(), await openRows({}, { wrap })];
  assert.equal((await usual.sessions.read(older("unknown")))?.token, null);
  const read = await failing.sessions.read(older("old"));
  assert.deepEqual([read?.session, read?.token], [null, undefined]);
  assert.deepEqual([usual.errors, failing.errors], [[], [failure]]);
});

test("adoptingSessions() reads a session of ours although the one that it replaced cannot be shortened", async () => {
  const { sessions, fails, errors } = await openRows();
  const { token } = (await sessions.read(older("old")))!;
  fails.method = "updateSession";
  assert.equal((await sessions.read(own(token!.value)))?.userId, "u1");
  assert.deepEqual([errors.length, errors[0] instanceof AdapterError], [1, true]);
});

test("adoptingSessions() shortens no session of Auth.js for a token of ours that has ended", async () => {
  const { sessions, memory, platform } = await openRows();
  const { token, storedAs } = (await sessions.read(older("old")))!;
  await memory.deleteSession(storedAs!);
  assert.equal((await sessions.read(own(token!.value)))?.session, null);
  platform.tick(61);
  assert.equal((await sessions.read(older("old")))?.userId, "u1");
});
