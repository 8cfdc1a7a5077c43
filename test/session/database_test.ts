import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { AdapterSession, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Callbacks, SessionParams } from "../../src/model/callbacks.ts";
import { AdapterError, SessionTokenError, UserChanged } from "../../src/errors/errors.ts";
import { ADA, DAY, ENDED, HOUR, open, SIGNED_IN, UNREAD } from "./_stored_sessions.ts";

test("databaseSessions().issue() stores a session under the hash of its token", async () => {
  const { platform, issue, stored } = await open();
  const expires = platform.now() + 30 * DAY * 1000;
  assert.deepEqual(await issue(), { value: "token-1", expires, leavesPrevious: false });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("token-1"));
  const sessionToken = `sha256:${Buffer.from(digest).toString("hex")}`;
  const now = new Date(platform.now());
  const details = { createdAt: now, usedAt: now, device: null };
  assert.deepEqual(await stored(), [{ sessionToken, userId: "u1", expires: new Date(expires), ...details }]);
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

test("databaseSessions().issue() ignores an invalid earlier token", async () => {
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

test("databaseSessions().issue() begins the session also if the one before cannot be removed, and logs why", async () => {
  const { sessions, issue, logged } = await open({
    methods: () => ({ deleteSession: () => Promise.reject(new Error("down")) }),
  });
  const first = await issue();
  assert.equal(first.leavesPrevious, false);
  const { value, leavesPrevious } = await issue(first.value);
  assert.equal(leavesPrevious, true);
  assert.equal((await sessions.identify(value)).userId, "u1");
  assert.equal(logged.length, 1);
  assert.ok(logged[0] instanceof SessionTokenError && logged[0].cause?.err instanceof AdapterError);
  assert.equal(logged[0].message, "Cannot end the previous session");
});

test("databaseSessions().issue() begins a session only while the stored user is as the sign-in was decided on", async () => {
  const { memory, sessions, stored } = await open();
  const begin = (storedUser: AdapterUser) => sessions.issue({ ...SIGNED_IN, storedUser });
  assert.ok(await begin(ADA));
  await memory.updateUser({ id: "u1", emailVerified: new Date(0) });
  await assert.rejects(begin(ADA), UserChanged);
  assert.ok(await begin({ ...ADA, emailVerified: new Date(0) }));
  await assert.rejects(begin({ ...ADA, id: "gone" }), UserChanged);
  assert.equal((await stored()).length, 2);
});

test("databaseSessions().issue() stores nothing if callbacks.session returns undefined or throws, and does if it returns null", async () => {
  const failing: Callbacks["session"][] = [
    () => undefined as never,
    () => "session" as never,
    () => Promise.reject(new Error("no")),
  ];
  for (const session of failing) {
    const { issue, stored } = await open({ session });
    await assert.rejects(issue(), (error: Error) => {
      return error instanceof SessionTokenError &&
        error.message === "Cannot begin the session: callbacks.session failed";
    });
    assert.deepEqual(await stored(), []);
  }
  const { issue, stored } = await open({ session: () => null });
  await issue();
  assert.equal((await stored()).length, 1);
});

test("databaseSessions() makes tokens of 32 random bytes that say when the user signed in", async () => {
  const { platform, sessions, issue } = await open({ ownTokens: true });
  const signedInAt = platform.now();
  const { value } = await issue();
  assert.match(value, /^[\w-]{43}\.[\da-z]{6}$/);
  assert.notEqual((await issue()).value, value);
  platform.tick(2 * DAY);
  assert.equal((await sessions.identify(value)).signedInAt, signedInAt);
  const altered = value.replace(/.$/, (last) => last === "0" ? "1" : "0");
  assert.deepEqual(await sessions.identify(altered), ENDED);
});

test("databaseSessions() believes no date of sign-in that the library has not stored (AC-03)", async () => {
  const at = new Date("2030-01-01T12:00:00Z");
  for (const isStored of [true, false]) {
    const { sessions, issue } = await open({
      methods: (memory) => ({
        ...(!isStored && { deleteSessionsByUserId: undefined, addCredentials: undefined }),
        createSession: (session: AdapterSession) => memory.createSession({ ...session, createdAt: at }),
      }),
    });
    const { value } = await issue();
    assert.equal((await sessions.identify(value)).signedInAt, isStored ? at.getTime() : null);
  }
});

test("databaseSessions().read() returns the user until the session expires", async () => {
  const { platform, sessions, issue, stored } = await open({ maxAge: HOUR });
  const { value, expires } = await issue();
  platform.tick(HOUR - 1);
  const user = { id: "u1", name: "Ada", email: "ada@example.com", image: null };
  const session = { user, expires: new Date(expires).toISOString() };
  const signedInAt = platform.now() - (HOUR - 1) * 1000;
  const storedAs = (await stored())[0]!.sessionToken;
  assert.deepEqual(await sessions.read(value), { ...UNREAD, session, userId: "u1", signedInAt, storedAs });
  platform.tick(1);
  assert.deepEqual(await sessions.read(value), ENDED);
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

test("databaseSessions().read() prolongs by updateSession without prolongSession", async () => {
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
  assert.deepEqual(changes, [{ sessionToken, expires, usedAt: new Date(platform.now()) }]);
  assert.match(sessionToken, /^sha256:/);
  assert.equal(expires.getTime(), token!.expires);
});

test("databaseSessions().read() returns the new expiry even if another request has written it", async () => {
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

test("databaseSessions().read() finds a row with exactly the token itself", async () => {
  const { platform, sessions, memory } = await open({
    methods: (memory) => ({
      getSessionAndUser: (token: string) => memory.getSessionAndUser(token.toLowerCase()),
    }),
  });
  const expires = new Date(platform.now() + HOUR * 1000);
  await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
  assert.ok((await sessions.read("plain")).session);
  assert.deepEqual(await sessions.read("PLAIN"), ENDED);
});

test("databaseSessions().read() ends an expired session also if its row cannot be removed, and logs why", async () => {
  const { sessions, issue, logged, platform } = await open({
    methods: () => ({ deleteSession: () => Promise.reject(new Error("down")) }),
  });
  const { value } = await issue();
  platform.tick(31 * DAY);
  assert.deepEqual(await sessions.read(value), ENDED);
  assert.equal(logged.length, 1);
  assert.ok(logged[0] instanceof AdapterError);
});

test("databaseSessions().read() rejects a hash as a token", async () => {
  const { sessions, issue, stored } = await open();
  await issue();
  const { sessionToken } = (await stored())[0]!;
  assert.deepEqual(await sessions.read(sessionToken), ENDED);
});

test("databaseSessions().read() rejects a token with a control character without asking the database", async () => {
  // Postgres refuses NUL in a text.
  const { sessions } = await open({
    methods: () => ({ getSessionAndUser: () => assert.fail("the database was asked") }),
  });
  for (const token of ["\0", "token-1\0", "token\n1", "\x7f", "\u0085"]) {
    assert.deepEqual(await sessions.read(token), ENDED, JSON.stringify(token));
  }
});

test("databaseSessions() passes callbacks.session the hash of the token, the stored user, and a session for the browser", async () => {
  const seen: SessionParams[] = [];
  const { platform, sessions, issue, stored, memory } = await open({
    session: (params) => (seen.push(params), {}),
  });
  const signedInAt = new Date(platform.now());
  await memory.updateUser({ id: "u1", password: "hash" } as never);
  const user = { ...ADA, password: "hash" };
  const { value, expires } = await issue();
  const { sessionToken: sessionId } = (await stored())[0]!;
  const { id, name, email, image } = ADA;
  const session = { user: { id, name, email, image }, expires: new Date(expires) };
  // When it begins, there is nothing but what the sign-in says of the user.
  const begun = { ...session, user: { id, name: undefined, email: undefined, image: undefined } };
  const proof = { signedInAt, amr: [], aal: 1 };
  assert.deepEqual(seen.splice(0), [{ session: begun, sessionId, user: SIGNED_IN.user, ...proof }]);
  await sessions.identify(value);
  await sessions.read(value);
  await sessions.update(value, 1);
  const params = { session, sessionId, user, ...proof };
  assert.deepEqual(seen, [params, params, { ...params, newSession: 1, trigger: "update" }]);
  assert.equal(JSON.stringify(seen).includes(value), false);
});

test("databaseSessions() passes callbacks.session the hash even for a row with the token itself", async () => {
  const seen: SessionParams[] = [];
  const { platform, sessions, memory } = await open({ session: (params) => (seen.push(params), {}) });
  const expires = new Date(platform.now() + HOUR * 1000);
  await memory.createSession({ sessionToken: "a-plain-token", userId: "u1", expires });
  await sessions.read("a-plain-token");
  assert.match((seen[0] as { sessionId?: string }).sessionId!, /^sha256:[\da-f]{64}$/);
  assert.equal(JSON.stringify(seen).includes("a-plain-token"), false);
});

test("databaseSessions() passes callbacks.session the time of the sign-in, which no access changes", async () => {
  for (const ownTokens of [true, undefined]) {
    const seen: (Date | null)[] = [];
    const { platform, sessions, issue } = await open({
      session: ({ signedInAt }) => (seen.push(signedInAt), {}),
      ...(ownTokens && { ownTokens }),
    });
    const time = new Date(platform.now());
    const { value } = await issue();
    platform.tick(3 * HOUR);
    await sessions.read(value);
    await sessions.update(value, 1);
    platform.tick(2 * DAY);
    const { token, signedInAt } = await sessions.read(value);
    assert.ok(token, "the session was prolonged");
    assert.deepEqual(seen, Array(4).fill(time));
    assert.equal(signedInAt, time.getTime());
  }
});

test("databaseSessions() passes the results of read() and update() to events.session", async () => {
  const { sessions, issue, events } = await open();
  const { value } = await issue();
  const { session } = await sessions.read(value);
  assert.deepEqual(events, [["session", { session }]]);
  await sessions.update(value, {});
  assert.deepEqual(events, [["session", { session }], ["session", { session }]]);
});

test("databaseSessions() runs no callback and emits no event without a session", async () => {
  let asked = 0;
  const { sessions, issue, events, debug } = await open({ session: () => ({ asked: ++asked }) });
  assert.deepEqual(await sessions.read("unknown"), ENDED);
  assert.deepEqual(await sessions.identify("unknown"), ENDED);
  assert.deepEqual([asked, events], [0, []]);
  const said = "session cookie is of no stored session";
  assert.deepEqual(debug, [said, said]);
  await sessions.read((await issue()).value);
  assert.equal(debug.length, 2);
});

for (const access of ["identify", "read"] as const) {
  test(`databaseSessions().${access}() logs a failure of callbacks.session, has no one signed in, and keeps the token`, async () => {
    for (const session of [() => Promise.reject(new Error("no")), () => undefined as never]) {
      const { platform, sessions, memory, logged, events } = await open({ session });
      const expires = new Date(platform.now() + HOUR * 1000);
      await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
      assert.deepEqual(await sessions[access]("plain"), UNREAD);
      assert.deepEqual([logged.length, events], [1, []]);
      assert.ok(logged[0] instanceof SessionTokenError);
      assert.equal(logged[0].message, "Cannot read the session: callbacks.session failed");
    }
  });

  test(`databaseSessions().${access}() throws AdapterError if the database fails, and logs nothing itself`, async () => {
    for (const method of ["getSessionAndUser", "prolongSession"]) {
      const { platform, sessions, memory, logged, events } = await open({
        methods: () => ({ [method]: () => Promise.reject(new Error("down")) }),
      });
      const expires = new Date(platform.now() + HOUR * 1000);
      await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
      await assert.rejects(sessions[access]("plain"), AdapterError, method);
      assert.deepEqual([logged, events], [[], []]);
    }
  });
}

test("databaseSessions() has no one signed in where callbacks.session returns null, emits no event, and keeps row and token", async () => {
  const { sessions, issue, stored, events, logged } = await open({ session: () => null });
  const { value } = await issue();
  for (const access of ["identify", "read", "update"] as const) {
    const { session, userId, token } = await sessions[access](value, {});
    assert.deepEqual([session, userId, token], [null, null, undefined], access);
  }
  assert.deepEqual([events, logged, (await stored()).length], [[], [], 1]);
});

test("databaseSessions().update() passes the data to callbacks.session, and throws its error", async () => {
  const seen: Partial<SessionParams>[] = [];
  let fails = false;
  const { sessions, issue } = await open({
    session: ({ newSession, trigger }) => {
      if (fails) throw new Error("no");
      if (trigger) seen.push({ newSession, trigger });
      return { newSession };
    },
  });
  const { value } = await issue();
  assert.deepEqual((await sessions.update(value, { a: 1 })).session, { newSession: { a: 1 } });
  assert.deepEqual(seen, [{ newSession: { a: 1 }, trigger: "update" }]);
  assert.deepEqual(await sessions.update("unknown", {}), ENDED);
  fails = true;
  await assert.rejects(
    sessions.update(value, {}),
    (error) =>
      error instanceof SessionTokenError && /no/.test(String(error.cause?.err)) &&
      error.message === "Cannot update the session: callbacks.session failed",
  );
});

test("databaseSessions().identify() returns the user of read() until the session expires (AL-07), and emits no event", async () => {
  const { platform, sessions, issue, events } = await open({ maxAge: HOUR });
  const { value } = await issue();
  platform.tick(HOUR - 1);
  const identified = await sessions.identify(value);
  assert.equal(identified.userId, "u1");
  assert.deepEqual(events, []);
  assert.deepEqual(await sessions.read(value), identified);
  platform.tick(1);
  assert.deepEqual(await sessions.identify(value), ENDED);
});

test("databaseSessions().isLive() says whether a session is stored and has not expired, and runs no callbacks", async () => {
  let asked = 0;
  const { platform, sessions, issue, events } = await open({
    maxAge: HOUR,
    session: () => ({ asked: ++asked }),
  });
  const [first, second] = [await issue(), await issue()];
  await sessions.revoke(second.value);
  [asked, events.length] = [0, 0];
  assert.ok(await sessions.isLive(first.value) > 0);
  assert.equal(await sessions.isLive(second.value), 0);
  platform.tick(HOUR);
  assert.deepEqual([await sessions.isLive(first.value), await sessions.isLive("unknown")], [0, 0]);
  assert.deepEqual([asked, events], [0, []]);
});

test("databaseSessions().revoke() removes the session, and emits signOut", async () => {
  const { sessions, issue, stored, events } = await open();
  const { value } = await issue();
  const [session] = await stored();
  await sessions.revoke(value);
  assert.deepEqual(await stored(), []);
  await sessions.revoke(value);
  assert.deepEqual(events, [["signOut", { session }], ["signOut", { session: null }]]);
});

test("databaseSessions().revoke() throws AdapterError, and emits nothing, if the session stays", async () => {
  const { sessions, issue, events } = await open({
    methods: () => ({ deleteSession: () => Promise.reject(new Error("down")) }),
  });
  await assert.rejects(sessions.revoke((await issue()).value), AdapterError);
  assert.deepEqual(events, []);
});

test("databaseSessions().revoke() emits signOut without a token, and does not ask the database", async () => {
  const { sessions, events } = await open({
    methods: () => ({ getSessionAndUser: () => assert.fail("the database was asked") }),
  });
  await sessions.revoke(null);
  assert.deepEqual(events, [["signOut", { session: null }]]);
});

test("databaseSessions().withdraw() removes the session that has just begun, and emits nothing", async () => {
  const { sessions, issue, stored, events } = await open();
  const [first, second] = [await issue(), await issue()];
  await sessions.withdraw(second);
  assert.deepEqual([(await stored()).length, events], [1, []]);
  assert.ok(await sessions.isLive(first.value) > 0);
  assert.equal(await sessions.isLive(second.value), 0);
});
