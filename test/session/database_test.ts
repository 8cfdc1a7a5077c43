import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/types.ts";
import { toStore } from "../../src/config/store.ts";
import type { Callbacks, SessionParams } from "../../src/config/types.ts";
import { AdapterError, SessionTokenError } from "../../src/errors.ts";
import { databaseSessions } from "../../src/session/database.ts";
import { defaultSession } from "../../src/session/jwt.ts";
import type { SignedIn } from "../../src/session/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

const ADA: AdapterUser = {
  id: "u1",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: null,
  image: null,
};

const SIGNED_IN: SignedIn = {
  user: { id: "u1" },
  account: { provider: "idp", type: "oidc", providerAccountId: "ada" },
  isNewUser: false,
  previous: null,
};

interface Options {
  /** Methods otherwise than in memory; `undefined`: none. */
  readonly methods?: (memory: Required<Adapter>) => { readonly [method in keyof Adapter]: unknown };
  readonly session?: Callbacks["session"];
  readonly maxAge?: number;
  readonly updateAge?: number;
}

/** Sessions of a month, prolonged each day, of a user who is stored. */
async function open({ methods, session = defaultSession, maxAge = 30 * DAY, updateAge = DAY }: Options = {}) {
  const platform = testPlatform();
  const memory = Memory();
  await memory.createUser(ADA);
  const [events, logged]: [[string, unknown][], Error[]] = [[], []];
  let made = 0;
  const sessions = databaseSessions({
    store: toStore({ ...memory, ...methods?.(memory) } as Adapter),
    maxAge: maxAge * 1000,
    updateAge: updateAge * 1000,
    generateSessionToken: () => `token-${++made}`,
    callbacks: { session },
    emit: (event, message) => Promise.resolve(void events.push([event, message])),
    logger: { error: (error) => void logged.push(error), warn: () => {}, debug: () => {} },
    platform,
  });
  const issue = async (previous: string | null = null) => (await sessions.issue({ ...SIGNED_IN, previous }))!;
  const stored = async () => await memory.listSessionsByUserId("u1");
  return { platform, memory, sessions, issue, stored, events, logged };
}

test("databaseSessions().issue() stores a session under the hash of its token", async () => {
  const { platform, issue, stored } = await open();
  const expires = platform.now() + 30 * DAY * 1000;
  assert.deepEqual(await issue(), { value: "token-1", expires });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("token-1"));
  const sessionToken = `sha256:${Buffer.from(digest).toString("hex")}`;
  assert.deepEqual(await stored(), [{ sessionToken, userId: "u1", expires: new Date(expires) }]);
});

test("databaseSessions().issue() removes the session before, whosever it was", async () => {
  const { memory, issue, stored, sessions } = await open();
  const first = await issue();
  await memory.createUser({ ...ADA, id: "u2", email: null });
  const second = await sessions.issue({ ...SIGNED_IN, user: { id: "u2" }, previous: first.value });
  assert.deepEqual(await stored(), []);
  await issue(second!.value);
  assert.equal((await stored()).length, 1);
  assert.deepEqual(await memory.listSessionsByUserId("u2"), []);
});

test("databaseSessions().issue() takes no notice of a token before that is none", async () => {
  const { issue, stored } = await open();
  for (const previous of ["unknown", "sha256:x", ""]) await issue(previous);
  assert.equal((await stored()).length, 3);
});

test("databaseSessions().issue() stores the new session before it removes the old one", async () => {
  const calls: string[] = [];
  const { issue } = await open({
    methods: (memory) => ({
      createSession: (session: never) => (calls.push("create"), memory.createSession(session)),
      deleteSession: (token: never) => (calls.push("delete"), memory.deleteSession(token)),
    }),
  });
  await issue((await issue()).value);
  assert.deepEqual(calls, ["create", "create", "delete"]);
});

test("databaseSessions().issue() throws AdapterError if the session could not be stored, and keeps the old one", async () => {
  let down = false;
  const { issue, stored } = await open({
    methods: (memory) => ({
      createSession: (session: never) =>
        down ? Promise.reject(new Error("full")) : memory.createSession(session),
    }),
  });
  const { value } = await issue();
  down = true;
  await assert.rejects(issue(value), AdapterError);
  assert.equal((await stored()).length, 1);
});

test("databaseSessions().read() returns the user until the session expires", async () => {
  const { platform, sessions, issue, stored } = await open({ maxAge: HOUR });
  const { value, expires } = await issue();
  platform.tick(HOUR - 1);
  const user = { name: "Ada", email: "ada@example.com", image: null };
  const session = { user, expires: new Date(expires).toISOString() };
  assert.deepEqual(await sessions.read(value), { session });
  platform.tick(1);
  assert.deepEqual(await sessions.read(value), { session: null, token: null });
  assert.deepEqual(await stored(), []);
});

test("databaseSessions().read() prolongs row and token together, once in updateAge", async () => {
  const { platform, sessions, issue, stored } = await open();
  const { value } = await issue();
  platform.tick(DAY - 1);
  assert.equal((await sessions.read(value)).token, undefined);
  platform.tick(1);
  const expires = platform.now() + 30 * DAY * 1000;
  const { session, token } = await sessions.read(value);
  assert.deepEqual(token, { value, expires });
  assert.equal((session as { expires: string }).expires, new Date(expires).toISOString());
  assert.equal((await stored())[0]!.expires.getTime(), expires);
  assert.equal((await sessions.read(value)).token, undefined);
});

test("databaseSessions().read() prolongs by updateSession where there is no prolongSession", async () => {
  const changes: unknown[] = [];
  const { platform, sessions, issue } = await open({
    methods: (memory) => ({
      prolongSession: undefined,
      updateSession: (session: never) => (changes.push(session), memory.updateSession(session)),
    }),
  });
  const { value } = await issue();
  platform.tick(DAY);
  const { token } = await sessions.read(value);
  const [{ sessionToken, expires }] = changes as [{ sessionToken: string; expires: Date }];
  assert.deepEqual(changes, [{ sessionToken, expires }]);
  assert.match(sessionToken, /^sha256:/);
  assert.equal(expires.getTime(), token!.expires);
});

test("databaseSessions().read() gives the new end although another request has written it", async () => {
  const { platform, sessions, issue } = await open({
    methods: () => ({ prolongSession: () => Promise.resolve(false) }),
  });
  const { value } = await issue();
  platform.tick(DAY);
  const { token } = await sessions.read(value);
  assert.deepEqual(token, { value, expires: platform.now() + 30 * DAY * 1000 });
});

test("databaseSessions().read() writes once though 20 come at the same time", async () => {
  const written: boolean[] = [];
  const { platform, sessions, issue } = await open({
    methods: (memory) => ({
      prolongSession: async (session: never) => {
        const done = await memory.prolongSession(session);
        written.push(done);
        return done;
      },
    }),
  });
  const { value } = await issue();
  platform.tick(DAY);
  const reads = await Promise.all(Array.from({ length: 20 }, () => sessions.read(value)));
  assert.ok(reads.every(({ session, token }) => session && token?.expires === reads[0]!.token!.expires));
  assert.deepEqual([written.length, written.filter(Boolean).length], [20, 1]);
});

test("databaseSessions().read() finds a row that holds the token itself, to the letter", async () => {
  const { platform, sessions, memory } = await open({
    methods: (memory) => ({
      getSessionAndUser: (token: string) => memory.getSessionAndUser(token.toLowerCase()),
    }),
  });
  const expires = new Date(platform.now() + HOUR * 1000);
  await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
  assert.ok((await sessions.read("plain")).session);
  assert.deepEqual(await sessions.read("PLAIN"), { session: null, token: null });
});

test("databaseSessions().read() takes no hash for a token", async () => {
  const { sessions, issue, stored } = await open();
  await issue();
  const { sessionToken } = (await stored())[0]!;
  assert.deepEqual(await sessions.read(sessionToken), { session: null, token: null });
});

test("databaseSessions().read() gives callbacks.session the row, with the token, and the user as stored", async () => {
  const seen: SessionParams[] = [];
  const { sessions, issue } = await open({ session: (params) => (seen.push(params), {}) });
  const { value, expires } = await issue();
  await sessions.read(value);
  const session = { sessionToken: value, userId: "u1", expires: new Date(expires).toISOString(), user: ADA };
  assert.deepEqual(seen, [{ session, user: ADA }]);
});

test("databaseSessions().read() tells events.session what it returns", async () => {
  const { sessions, issue, events } = await open();
  const { session } = await sessions.read((await issue()).value);
  assert.deepEqual(events, [["session", { session }]]);
});

test("databaseSessions().read() asks and tells nobody about no session", async () => {
  let asked = 0;
  const { sessions, events } = await open({ session: () => ({ asked: ++asked }) });
  assert.deepEqual(await sessions.read("unknown"), { session: null, token: null });
  assert.deepEqual([asked, events], [0, []]);
});

test("databaseSessions().read() logs a failure, and keeps the token", async () => {
  const failing = [
    { methods: () => ({ getSessionAndUser: () => Promise.reject(new Error("down")) }) },
    { methods: () => ({ prolongSession: () => Promise.reject(new Error("down")) }) },
    { session: () => Promise.reject(new Error("no")) },
  ];
  for (const options of failing) {
    const { platform, sessions, memory, logged } = await open(options);
    const expires = new Date(platform.now() + HOUR * 1000);
    await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
    assert.deepEqual(await sessions.read("plain"), { session: null });
    assert.equal(logged.length, 1);
    assert.ok(logged[0] instanceof SessionTokenError);
  }
});

test("databaseSessions().update() gives callbacks.session the data, and throws what fails", async () => {
  const seen: Partial<SessionParams>[] = [];
  let fails = false;
  const { sessions, issue } = await open({
    session: ({ newSession, trigger }) => {
      if (fails) throw new Error("no");
      seen.push({ newSession, trigger });
      return { newSession };
    },
  });
  const { value } = await issue();
  assert.deepEqual((await sessions.update(value, { a: 1 })).session, { newSession: { a: 1 } });
  assert.deepEqual(seen, [{ newSession: { a: 1 }, trigger: "update" }]);
  assert.deepEqual(await sessions.update("unknown", {}), { session: null, token: null });
  fails = true;
  await assert.rejects(sessions.update(value, {}), /no/);
});

test("databaseSessions().userIdOf() knows whose session it is until it expires (AL-07), and runs no callbacks", async () => {
  const { platform, sessions, issue, events } = await open({ maxAge: HOUR });
  const { value } = await issue();
  platform.tick(HOUR - 1);
  assert.equal(await sessions.userIdOf(value), "u1");
  platform.tick(1);
  assert.equal(await sessions.userIdOf(value), null);
  assert.equal(await sessions.userIdOf("unknown"), null);
  assert.deepEqual(events, []);
});

test("databaseSessions().revoke() removes the session, and tells of it", async () => {
  const { sessions, issue, stored, events } = await open();
  const { value } = await issue();
  const [session] = await stored();
  await sessions.revoke(value);
  assert.deepEqual(await stored(), []);
  await sessions.revoke(value);
  assert.deepEqual(events, [["signOut", { session }], ["signOut", { session: null }]]);
});

test("databaseSessions().revoke() throws AdapterError, and tells of nothing, if the session stays", async () => {
  const { sessions, issue, events } = await open({
    methods: () => ({ deleteSession: () => Promise.reject(new Error("down")) }),
  });
  await assert.rejects(sessions.revoke((await issue()).value), AdapterError);
  assert.deepEqual(events, []);
});
