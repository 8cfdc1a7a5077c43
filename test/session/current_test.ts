import assert from "node:assert/strict";
import { test } from "node:test";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import type { Outcome } from "../../src/http/types.ts";
import type { BrowserSessions, SessionRead } from "../../src/model/session.ts";
import {
  currentSession,
  currentUser,
  findStored,
  isFresh,
  isStale,
  storedUser,
  withRenewedSession,
} from "../../src/session/current.ts";

const { sessionToken } = toCookieNames("http");
const RENEWED = { value: "new", expires: Date.UTC(2030, 0) };
const READ: SessionRead = { session: {}, userId: "u1", signedInAt: 1, amr: [], aal: 1, token: RENEWED };

/** A request, and sessions that answer with this. */
async function open(answer: () => Promise<SessionRead | null>) {
  let reads = 0;
  const no = () => Promise.reject(new Error("not for this test"));
  const sessions: BrowserSessions = {
    issue: no,
    read: no,
    update: no,
    isLive: no,
    revoke: no,
    carryOver: no,
    raise: no,
    withdraw: no,
    keyOf: no,
    identify: () => (reads++, answer()),
    toCookies: (token) => [{ ...sessionToken, value: token === null ? "" : token?.value ?? "?" }],
  };
  const incoming = await parseRequest(new Request("http://app.test/auth/session"), "/auth");
  const context = { sessions, cookies: { sessionToken } };
  const cookiesOf = async (outcome: Outcome) => {
    const { cookies = [] } = await withRenewedSession(outcome, incoming, context);
    return cookies.map(({ name, value }) => `${name}=${value}`);
  };
  return { incoming, context, cookiesOf, reads: () => reads };
}

test("currentSession() reads the session of a request once", async () => {
  const { incoming, context, reads } = await open(() => Promise.resolve(READ));
  assert.equal(await currentSession(incoming, context), READ);
  assert.equal(await currentSession(incoming, context), READ);
  assert.equal(reads(), 1);
});

test("currentUser() is the user of the session, storedUser() with a database only one that it has", async () => {
  const user = { id: "u1", email: null, emailVerified: null };
  const asked: string[] = [];
  const getUserByEmail = () => Promise.reject(new Error("not for this test"));
  const store = { getUser: (id: string) => (asked.push(id), Promise.resolve(user)), getUserByEmail };
  const gone = { getUser: () => Promise.resolve(null), getUserByEmail };
  for (const find of [currentUser, storedUser]) {
    const of = async (read: SessionRead | null, store: Parameters<typeof currentUser>[1]["store"]) => {
      const { incoming, context } = await open(() => Promise.resolve(read));
      return await find(incoming, { ...context, store });
    };
    for (const read of [null, { ...READ, userId: null }]) {
      for (const each of [null, store]) assert.equal(await of(read, each), null);
    }
    assert.deepEqual(asked.splice(0), []);
    assert.deepEqual(await of(READ, null), { ...READ, user: null });
    assert.deepEqual(await of(READ, store), { ...READ, user });
    assert.deepEqual(asked.splice(0), ["u1"]);
    const other = { ...READ, userId: "U1" };
    assert.deepEqual(await of(other, store), find === currentUser ? { ...other, user } : null);
    assert.deepEqual(asked.splice(0), ["U1"]);
    if (find === currentUser) assert.deepEqual(await of(READ, gone), { ...READ, user: null });
    else await assert.rejects(of(READ, gone), { type: "UserNotStored", message: /has no user "u1"/ });
  }
});

test("isFresh() is a sign-in less than freshAge ago, at a time that is known", () => {
  const context = { platform: { now: () => 1_000_000 }, freshAge: 600_000 };
  assert.equal(isFresh({ signedInAt: 400_001 }, context), true);
  assert.equal(isFresh({ signedInAt: 400_000 }, context), false);
  assert.equal(isFresh({ signedInAt: null }, { ...context, freshAge: 2_000_000 }), false);
  assert.equal(isFresh({ signedInAt: 1_000_000 }, { ...context, freshAge: 0 }), false);
});

test("isStale() is a session that a new sign-in would make fresh", () => {
  const context = { platform: { now: () => 1_000_000 }, freshAge: 600_000 };
  assert.equal(isStale({ signedInAt: 400_000 }, context), true);
  assert.equal(isStale({ signedInAt: 400_001 }, context), false);
  assert.equal(isStale({ signedInAt: null }, context), false);
});

test("withRenewedSession() adds the cookies of the session that was renewed, behind those of the answer", async () => {
  const { incoming, context, cookiesOf } = await open(() => Promise.resolve(READ));
  const other = { name: "a", value: "1", options: {} };
  assert.deepEqual(await cookiesOf({ status: 200, cookies: [other] }), ["a=1"], "no one has read it");
  await currentSession(incoming, context);
  assert.deepEqual(await cookiesOf({ status: 200 }), [`${sessionToken.name}=new`]);
  assert.deepEqual(await cookiesOf({ status: 200, cookies: [other] }), ["a=1", `${sessionToken.name}=new`]);
});

test("withRenewedSession() leaves an answer that begins or ends a session", async () => {
  const { incoming, context, cookiesOf } = await open(() => Promise.resolve(READ));
  await currentSession(incoming, context);
  for (const name of [sessionToken.name, `${sessionToken.name}.0`]) {
    const cookies = [{ name: "a", value: "1", options: {} }, { name, value: "", options: {} }];
    assert.deepEqual(await cookiesOf({ status: 200, cookies }), ["a=1", `${name}=`]);
  }
  const similar = { name: `${sessionToken.name}-of-the-application`, value: "1", options: {} };
  assert.equal((await cookiesOf({ status: 200, cookies: [similar] })).length, 2);
});

test("withRenewedSession() adds nothing without a session, for one that stays as it is, and after a failure", async () => {
  const { token: _, ...unchanged } = READ;
  for (
    const answer of [
      () => Promise.resolve(null),
      () => Promise.resolve(unchanged),
      () => Promise.reject(new Error("db")),
    ]
  ) {
    const { incoming, context, cookiesOf } = await open(answer);
    await currentSession(incoming, context).catch(() => null);
    assert.deepEqual(await cookiesOf({ status: 200 }), []);
  }
});

test("findStored() takes an id that is refused each time for nobody's, if the database answers about addresses", async () => {
  const user = { id: "u1", email: null, emailVerified: null };
  const fault = new Error("away");
  const storeOf = (answers: readonly (typeof user | null | Error)[], byEmail: null | Error = null) => {
    const asked: string[] = [];
    const left = [...answers];
    const answer = (it: typeof user | null | Error) =>
      it instanceof Error ? Promise.reject(it) : Promise.resolve(it);
    return {
      asked,
      getUser: (id: string) => (asked.push(id), answer(left.shift()!)),
      getUserByEmail: (address: string) => (asked.push(`address ${address}`), answer(byEmail)),
    };
  };
  const found = storeOf([user]);
  assert.equal(await findStored("u1", found), user);
  assert.deepEqual(found.asked, ["u1"]);
  assert.equal(await findStored("u1", storeOf([fault, user])), user);
  const refused = storeOf([fault, fault]);
  assert.equal(await findStored("u1", refused), null);
  assert.deepEqual(refused.asked, ["u1", "address -", "u1"]);
  await assert.rejects(findStored("u1", storeOf([fault, user], fault)), fault);
  assert.equal(await findStored("u1", null), null);
});
