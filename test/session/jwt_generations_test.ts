/**
 * Sessions in tokens that end with the generation of their user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AdapterError } from "../../src/errors/errors.ts";
import type { JWTParams } from "../../src/model/callbacks.ts";
import type { Generations } from "../../src/model/session.ts";
import { ADA, DAY, ENDED, HOUR, open, recorded } from "./_jwt_sessions.ts";

/** A database whose generation is `now.exact`; another process still knows `now.known`. */
function world() {
  const now = { exact: 0, known: 0, fails: false };
  const asked: [string, boolean][] = [];
  const generations: Generations = {
    current: (userId, { isExact = false } = {}) => {
      asked.push([userId, isExact]);
      if (now.fails) return Promise.reject(new AdapterError("down", {}));
      return Promise.resolve(isExact ? now.exact : now.known);
    },
    raise: () => assert.fail("a generation was raised"),
    remember: (_, generation) => generation,
  };
  const jwt = recorded(({ token }: JWTParams) => token);
  return { ...open({ generations, callbacks: { jwt: jwt.callback } }), now, asked, calls: jwt.calls };
}

test("jwtSessions().issue() writes what the sign-in binds the token to, and says whom it names", async () => {
  const { sessions, claims } = world();
  const bound = { gen: 3, gen_sub: "u0", named_gen: 2, latchkey_stored: true } as const;
  const asked: unknown[] = [];
  const bind = (sub: string | undefined) => (asked.push(sub), Promise.resolve({ ...bound, names: "u1" }));
  const token = await sessions.issue({ ...ADA, bind });
  assert.equal(token!.names, "u1");
  const { gen, gen_sub, named_gen, latchkey_stored, names } = await claims(token) as Record<string, unknown>;
  assert.deepEqual({ gen, gen_sub, named_gen, latchkey_stored }, bound);
  assert.deepEqual([asked, names], [["u1"], undefined]);
  assert.equal((await sessions.issue(ADA))!.names, undefined);
});

test("jwtSessions() keeps a session whose `sub` a later call of callbacks.jwt changes with the user of before, at no level", async () => {
  let sub: unknown = "u1";
  const { sessions, claims } = open({ callbacks: { jwt: ({ token }) => ({ ...token, sub }) as never } });
  const first = await sessions.issue({ ...ADA, amr: ["pwd", "otp", "mfa"] });
  assert.equal((await sessions.read(first!.value)).aal, 2);
  sub = "u2";
  const { aal, signedInAt, userId, token } = await sessions.read(first!.value);
  assert.deepEqual({ aal, signedInAt, userId }, { aal: 1, signedInAt: null, userId: "u2" });
  assert.equal((await claims(token!)).gen_sub, "u1");
  sub = 2;
  assert.equal((await sessions.read(token!.value)).userId, "2", "a number is its text");
});

test("jwtSessions() takes a `sub` that is a number in an older token for its text", async () => {
  const { sessions, seal, claims } = open({ callbacks: { jwt: ({ token }) => token } });
  const older = await seal({ sub: 7 as unknown as string, auth_time: 5, amr: ["pwd", "mfa"], aal: 2 });
  const { aal, signedInAt, userId, token } = await sessions.update(older, {});
  assert.deepEqual({ aal, signedInAt, userId }, { aal: 2, signedInAt: 5000, userId: "7" });
  assert.equal("gen_sub" in await claims(token!), false);
});

test("jwtSessions() keeps its own claims from callbacks.session", async () => {
  const session = ({ token, session }: { token: object; session: object }) =>
    Object.assign(token, { aal: 2, amr: ["pwd", "mfa"], auth_time: 9e9, sub: "u2" }) && session;
  const { sessions, claims } = open({ callbacks: { session: session as never } });
  const first = await sessions.issue(ADA);
  const updated = await sessions.update(first!.value, {});
  for (const token of [first!, updated.token!]) {
    const { aal, auth_time, sub } = await claims(token);
    assert.deepEqual([aal, sub], [undefined, "u1"]);
    assert.notEqual(auth_time, 9e9);
  }
});

test("jwtSessions() ends a token of an older generation in each access, and runs no callback", async () => {
  for (const access of ["read", "identify", "update"] as const) {
    const { sessions, seal, now, events, calls } = world();
    now.exact = now.known = 1;
    const value = await seal({ sub: "u1", gen: 1 });
    calls.length = 0;
    now.exact = now.known = 2;
    assert.deepEqual(await sessions[access](value, {}), ENDED, access);
    assert.deepEqual([calls, events], [[], []]);
    now.exact = now.known = 1;
    assert.ok((await sessions[access](value, {})).session, access);
  }
});

test("jwtSessions().read() asks the database exactly only if the session is prolonged", async () => {
  const { sessions, issue, now, asked, platform } = world();
  const value = await issue();
  now.exact = 1;
  asked.length = 0;
  platform.tick(HOUR);
  assert.ok((await sessions.read(value)).session);
  assert.deepEqual(asked.splice(0), [["u1", false]]);
  platform.tick(DAY);
  assert.deepEqual(await sessions.read(value), ENDED);
  assert.deepEqual(asked, [["u1", true]]);
});

test("jwtSessions() asks the database exactly in each access but read()", async () => {
  const { sessions, issue, asked } = world();
  const value = await issue();
  asked.length = 0;
  await sessions.identify(value);
  await sessions.update(value, {});
  await sessions.isLive(value);
  assert.deepEqual(asked, [["u1", true], ["u1", true], ["u1", true]]);
});

test("jwtSessions() throws the AdapterError of a generation that cannot be read, and logs nothing itself", async () => {
  const { sessions, issue, now, errors } = world();
  const value = await issue();
  now.fails = true;
  for (const access of ["read", "identify", "update", "isLive"] as const) {
    await assert.rejects(sessions[access](value, {}), AdapterError, access);
  }
  assert.deepEqual(errors, []);
});

test("jwtSessions().read() keeps what callbacks.jwt has renewed while the database fails, and ends the session at the next access", async () => {
  let renewals = 0;
  const revoked = { exact: () => Promise.reject(new AdapterError("down", {})) as Promise<number> };
  const generations: Generations = {
    current: (_, { isExact = false } = {}) => isExact ? revoked.exact() : Promise.resolve(0),
    raise: () => assert.fail("a generation was raised"),
    remember: (_, generation) => generation,
  };
  const jwt = ({ token }: JWTParams) => renewals++ === 1 ? { ...token, refresh_token: "r2" } : token;
  const { sessions, issue, claims } = open({ generations, callbacks: { jwt } });
  const read = await sessions.read(await issue());
  assert.equal((await claims(read.token)).refresh_token, "r2");
  assert.equal(read.userId, "u1");
  revoked.exact = () => Promise.resolve(1);
  assert.deepEqual(await sessions.identify(read.token!.value), ENDED);
});

test("jwtSessions() asks for no generation of a token that names no user", async () => {
  const { sessions, seal, asked } = world();
  const value = await seal({ name: "Ada" });
  assert.equal((await sessions.read(value)).userId, null);
  assert.ok(await sessions.isLive(value) > 0);
  assert.deepEqual(asked, []);
});

test("jwtSessions().carryOver() carries over only what it can read, of the generation before", async () => {
  const { sessions, issue, claims } = world();
  assert.equal((await claims(await sessions.carryOver(await issue(), 1))).gen, 1);
  assert.equal(await sessions.carryOver(await issue(), 2), null);
  assert.equal(await sessions.carryOver("garbage", 1), null);
});

test("jwtSessions() marks the token of a user whom the database has, and looks them up when it is prolonged", async () => {
  const asked: string[] = [];
  const has = (id: string) => (asked.push(id), Promise.resolve(id === "u1"));
  const { sessions, claims, seal, platform } = open({ storedUsers: { has } });
  const isMarked = async (token: Parameters<typeof claims>[0]) => (await claims(token)).latchkey_stored;
  const older = await seal({ sub: "u1" });
  await sessions.read(older);
  assert.deepEqual(asked, []);
  platform.tick(DAY);
  const { token } = await sessions.read(older);
  assert.deepEqual([await isMarked(token), asked], [true, ["u1"]]);
  const proof = { amr: ["pwd"], signedInAt: platform.now() };
  assert.equal(await isMarked(await sessions.raise(token!.value, proof)), true);
  assert.equal(await isMarked(await sessions.carryOver(token!.value, 1)), true);
});

test("jwtSessions().read() marks the token of an earlier version that callbacks.jwt changes before it is prolonged", async () => {
  const changes = ({ token }: JWTParams) => ({ ...token, seen: true });
  for (const [id, marked] of [["u1", true], ["ldap-7", undefined]] as const) {
    const storedUsers = { has: (id: string) => Promise.resolve(id === "u1") };
    const { sessions, claims, seal } = open({ storedUsers, callbacks: { jwt: changes } });
    const { token } = await sessions.read(await seal({ sub: id }));
    const { seen, latchkey_stored } = await claims(token);
    assert.deepEqual([seen, latchkey_stored], [true, marked], id);
  }
});
