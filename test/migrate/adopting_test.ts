import assert from "node:assert/strict";
import { test } from "node:test";
import { AdapterError, SessionTokenError } from "../../src/errors/errors.ts";
import type { Cookies } from "../../src/http/types.ts";
import type { AdoptingMigration } from "../../src/model/migration.ts";
import type { JWT } from "../../src/values/types.ts";
import { COOKIE, DAY, namesOf, OLDER, older, openRows, openTokens, own, SIGNED_IN } from "./_adopted.ts";
import { AUTH_JS_SESSION } from "./_tokens.ts";

test("adoptingSessions() answers null for a request without a session cookie of either library", async () => {
  const { sessions, events } = openTokens();
  const none: Cookies = new Map([["other", "1"]]);
  assert.equal(await sessions.read(none), null);
  assert.equal(await sessions.identify(none), null);
  assert.equal(await sessions.update(none, {}), null);
  assert.equal(await sessions.isLive(none), false);
  await sessions.revoke(none);
  assert.deepEqual(events, []);
});

test("adoptingSessions().read() replaces an older token, and identify() reads it without a new one", async () => {
  const { sessions, platform } = openTokens();
  const cookies = older(AUTH_JS_SESSION);
  const identified = await sessions.identify(cookies);
  assert.deepEqual([identified?.userId, identified?.token, identified?.signedInAt], ["1", undefined, null]);
  const read = await sessions.read(cookies);
  assert.equal(read?.userId, "1");
  assert.equal(read?.token?.expires, platform.now() + 30 * DAY);
  assert.deepEqual(namesOf(sessions.toCookies(read!.token, cookies)), [
    COOKIE.name,
    `-${OLDER}`,
    `${COOKIE.name}.moved`,
  ]);
  assert.equal((await sessions.read(own(read!.token!.value)))?.userId, "1");
});

test("adoptingSessions() reads no token of ours in an older cookie, and no older one in ours (MI-13)", async () => {
  const { sessions } = openTokens();
  const { token } = (await sessions.read(older(AUTH_JS_SESSION)))!;
  for (const cookies of [older(token!.value), own(AUTH_JS_SESSION)]) {
    const read = await sessions.read(cookies);
    assert.deepEqual([read?.session, read?.token], [null, null]);
  }
});

test("adoptingSessions() reads ours beside an older token, and removes both (MI-04)", async () => {
  const { sessions } = openTokens();
  const both: Cookies = new Map([[COOKIE.name, "broken"], [OLDER, AUTH_JS_SESSION]]);
  const read = await sessions.read(both);
  assert.equal(read?.token, null);
  assert.deepEqual(namesOf(sessions.toCookies(null, both)), [
    `-${COOKIE.name}`,
    `-${OLDER}`,
    `${COOKIE.name}.moved`,
  ]);
  assert.deepEqual(sessions.toCookies(undefined, both), []);
  const moved: Cookies = new Map([[`${COOKIE.name}.moved`, "1"], [OLDER, AUTH_JS_SESSION]]);
  assert.equal(await sessions.read(moved), null);
});

test("adoptingSessions() keeps an older cookie whose token cannot be replaced, and logs why", async () => {
  const { sessions, errors } = openTokens({ jwt: { encode: () => Promise.reject(new Error("no key")) } });
  const read = await sessions.read(older(AUTH_JS_SESSION));
  assert.deepEqual(read, { session: null, userId: null, signedInAt: null, amr: [], aal: 1 });
  assert.equal(errors.length, 1);
  assert.match(errors[0]!.message, /Cannot read the session/);
});

test("adoptingTokens() hands callbacks.jwt the claims of the older token, so that it can end the session (MI-04)", async () => {
  const seen: JWT[] = [];
  const { sessions, platform } = openTokens({
    callback: ({ token }) => {
      seen.push(token);
      return Number(token.iat) < platform.now() / 1000 - 60 ? null : token;
    },
  });
  const read = await sessions.read(older(AUTH_JS_SESSION));
  assert.deepEqual([seen[0]?.iat, read?.userId, read?.token], [1_700_000_000, null, null]);
  assert.equal((await sessions.identify(older(AUTH_JS_SESSION)))?.userId, null);
});

test("adoptingTokens() keeps an older cookie if callbacks.jwt fails", async () => {
  const { sessions } = openTokens({
    callback: () => {
      throw new Error("no cache");
    },
  });
  assert.equal((await sessions.read(older(AUTH_JS_SESSION)))?.token, undefined);
});

const refuse = () => Promise.resolve({ claims: null });
const WRAPPED: Readonly<Record<string, (migration: AdoptingMigration) => AdoptingMigration>> = {
  "a copy with its own readToken": (migration) => ({ ...migration, readToken: refuse }),
  "an object that inherits from it": (migration) =>
    Object.assign(Object.create(migration), { readToken: refuse }),
  "a copy with other cookies": (migration) => ({
    ...migration,
    sessionCookies: () => [{ name: "other", options: {} }],
  }),
};

for (const [what, wrap] of Object.entries(WRAPPED)) {
  test(`a migration that an application has wrapped decides which sessions are adopted: ${what}`, async () => {
    const cookies = new Map([[OLDER, AUTH_JS_SESSION]]);
    assert.ok((await openTokens().sessions.read(cookies))?.session);
    assert.equal((await openTokens({ wrap }).sessions.read(cookies))?.session ?? null, null);
  });
}

test("adoptingSessions().revoke() ends the older row, although no row can replace it (MI-04)", async () => {
  const { sessions, rows, errors } = await openRows({ method: "createSession" });
  assert.equal(await sessions.revoke(older("old")), 0);
  assert.deepEqual(await rows(), []);
  assert.deepEqual([errors.length, errors[0] instanceof AdapterError], [1, true]);
});

test("adoptingSessions().revoke() emits signOut once, with the claims or the row of the session", async () => {
  const tokens = openTokens();
  await tokens.sessions.revoke(older(AUTH_JS_SESSION));
  await tokens.sessions.revoke(older("unreadable"));
  const subs = tokens.events.map(([, message]) => (message as { token: { sub?: string } | null }).token?.sub);
  assert.deepEqual([tokens.events.map(([name]) => name), subs], [["signOut", "signOut"], ["1", undefined]]);

  const stored = await openRows();
  await stored.sessions.revoke(older("old"));
  await stored.sessions.revoke(older("old"));
  const users = stored.events.map(([, message]) =>
    (message as { session: { userId: string } | null }).session?.userId
  );
  assert.deepEqual(users, ["u1", undefined]);
  assert.deepEqual(await stored.rows(), []);
});

test("adoptingSessions() gives a row a hash at the first read or identify(), and confirms it at the next (MI-11)", async () => {
  for (const way of ["read", "identify"] as const) {
    const { sessions, rows, platform } = await openRows();
    const read = await sessions[way](older("old"));
    assert.equal(read?.userId, "u1");
    assert.equal(read?.storedAs?.startsWith("sha256:"), true);
    assert.equal((await rows()).length, 2);
    await sessions.read(own(read!.token!.value));
    platform.tick(61);
    assert.equal((await sessions.read(older("old")))?.session, null);
    assert.equal((await sessions.read(own(read!.token!.value)))?.userId, "u1");
  }
});

for (const method of ["createSession", "getSessionAndUser"]) {
  test(`adoptingSessions() loses no stored session if ${method} fails while it is adopted`, async () => {
    const { sessions, fails, rows } = await openRows({ method });
    await assert.rejects(async () => await sessions.read(older("old")), AdapterError);
    assert.deepEqual(await rows(), ["old"]);
    delete fails.method;
    assert.equal((await sessions.read(older("old")))?.userId, "u1");
  });
}

test("adoptingSessions() signs in although the previous stored session cannot be ended, and logs it", async () => {
  const { sessions, fails, errors, rows } = await openRows();
  fails.method = "deleteSession";
  const token = await sessions.issue(SIGNED_IN, older("old"));
  const [error] = errors;
  assert.ok(error instanceof SessionTokenError && error.cause?.err instanceof AdapterError);
  assert.match(error.message, /Cannot end the previous session/);
  assert.equal((await sessions.read(own(token!.value)))?.userId, "u1");
  delete fails.method;
  await sessions.issue(SIGNED_IN, older("old"));
  assert.equal((await rows()).includes("old"), false);
});

test("adoptingSessions().issue() ends the adopted session and the row that it replaced", async () => {
  const { sessions, rows } = await openRows();
  const { token } = (await sessions.read(older("old")))!;
  const next = await sessions.issue(SIGNED_IN, own(token!.value));
  assert.equal((await rows()).length, 1);
  assert.equal((await sessions.read(older("old")))?.session, null);
  assert.equal((await sessions.read(own(token!.value)))?.session, null);
  assert.equal((await sessions.read(own(next!.value)))?.userId, "u1");
});

test("adoptingSessions() reads no row by a hash in a cookie, and ends none (SE-11)", async () => {
  const { sessions, rows } = await openRows();
  await sessions.read(older("old"));
  const before = await rows();
  const hash = before.find((row) => row.startsWith("sha256:"))!;
  for (const cookies of [older(hash), own(hash)]) {
    assert.equal((await sessions.read(cookies))?.session, null);
    assert.equal(await sessions.isLive(cookies), false);
    await sessions.revoke(cookies);
    await sessions.issue(SIGNED_IN, cookies);
    for (const row of before) assert.ok((await rows()).includes(row));
  }
});

test("adoptingSessions().isLive() is true for both tokens of a session until a sign-out with either", async () => {
  for (const signsOut of ["old", "new"] as const) {
    const { sessions } = await openRows();
    const { token } = (await sessions.read(older("old")))!;
    const cookies = { old: older("old"), new: own(token!.value) };
    assert.deepEqual([await sessions.isLive(cookies.old), await sessions.isLive(cookies.new)], [true, true]);
    await sessions.revoke(cookies[signsOut]);
    assert.deepEqual([await sessions.isLive(cookies.old), await sessions.isLive(cookies.new)], [
      false,
      false,
    ]);
  }
});

test("adoptingTokens() reads each claim about a sign-in in an older token as the application's (MI-06, SE-28)", async () => {
  const claims = { sub: "1", aal: 2, amr: ["pwd", "mfa"], auth_time: 4e9, gen: 9, gen_sub: "2" };
  const { sessions } = openTokens({
    wrap: (migration) => ({ ...migration, readToken: () => Promise.resolve({ claims }) }),
  });
  const read = (await sessions.read(older("any")))!;
  assert.deepEqual([read.userId, read.aal, read.amr, read.signedInAt], ["1", 1, [], null]);
  const again = (await sessions.read(own(read.token!.value)))!;
  assert.deepEqual([again.userId, again.aal, again.amr, again.signedInAt], ["1", 1, [], null]);
});

test("adoptingTokens().raise() goes on with an older token, and with the one that replaces it", async () => {
  const { sessions, platform } = openTokens();
  const proof = { amr: ["pwd", "otp", "mfa"], signedInAt: platform.now() };
  const cookies = older(AUTH_JS_SESSION);
  const { token } = (await sessions.read(cookies))!;
  for (const raised of [await sessions.raise(cookies, proof), await sessions.raise(cookies, proof, token)]) {
    const read = (await sessions.read(own(raised!.value)))!;
    assert.deepEqual([read.userId, read.aal, read.signedInAt], ["1", 2, platform.now()]);
  }
  assert.equal(await sessions.raise(new Map(), proof), null);
});

test("adoptingSessions().raise() leaves one row, and nothing that the older token brings back", async () => {
  for (const isRenewed of [true, false]) {
    const { sessions, platform, rows } = await openRows();
    const cookies = older("old");
    const { token, aal } = (await sessions.read(cookies))!;
    assert.equal(aal, 1);
    const proof = { amr: ["pwd", "otp", "mfa"], signedInAt: platform.now() };
    const raised = await sessions.raise(cookies, proof, isRenewed ? token : undefined);
    assert.equal((await rows()).length, 1);
    assert.equal((await sessions.read(own(raised!.value)))?.aal, 2);
    assert.equal((await sessions.read(cookies))?.session, null);
    assert.equal((await sessions.read(own(token!.value)))?.session, null);
    assert.equal(await sessions.raise(cookies, proof), null);
    assert.equal(await sessions.raise(new Map(), proof), null);
  }
});
