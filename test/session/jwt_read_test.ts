import assert from "node:assert/strict";
import { test } from "node:test";
import type { Callbacks, JWTParams, TokenSessionParams } from "../../src/model/callbacks.ts";
import { JWTSessionError } from "../../src/errors/errors.ts";
import type { JWT } from "../../src/values/types.ts";
import { ADA, DAY, ENDED, HOUR, open, recorded, UNREAD } from "./_jwt_sessions.ts";

test("jwtSessions().read() shows id, name, email and image, and when the session ends", async () => {
  const { sessions, issue, at, platform } = open();
  const token = await issue();
  const signedInAt = platform.now();
  platform.tick(HOUR);
  const { claims, ...read } = await sessions.read(token);
  assert.equal(claims?.sub, "u1");
  assert.deepEqual(read, {
    session: {
      user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
      expires: at(30 * DAY),
    },
    userId: "u1",
    signedInAt,
    amr: [],
    aal: 1,
  });
});

test("jwtSessions().identify() returns the user of read(), and emits no event", async () => {
  const { sessions, issue, events, platform } = open();
  const token = await issue();
  const identified = await sessions.identify(token);
  assert.deepEqual(events, []);
  assert.deepEqual(identified, await sessions.read(token));
  assert.deepEqual(await sessions.identify("garbage"), ENDED);
  platform.tick(31 * DAY);
  assert.deepEqual(await sessions.identify(token), ENDED);
});

test("jwtSessions() has no one signed in where callbacks.session returns null, emits no event, and keeps the token", async () => {
  const { sessions, issue, events, errors } = open({ callbacks: { session: () => null } });
  const token = await issue();
  for (const access of ["identify", "read"] as const) {
    const { session, userId, token: next } = await sessions[access](token);
    assert.deepEqual([session, userId, next], [null, null, undefined]);
  }
  const { session, userId, token: next } = await sessions.update(token, {});
  assert.deepEqual([session, userId], [null, null]);
  assert.ok(next);
  assert.deepEqual([events, errors], [[], []]);
});

test("jwtSessions().isLive() says whether a token can be read and has not expired, and runs no callbacks", async () => {
  const { calls, callback } = recorded(({ token }: JWTParams) => token);
  const { sessions, seal, platform, events } = open({ callbacks: { jwt: callback } });
  const token = await seal({ sub: "u1" });
  platform.tick(30 * DAY - 1);
  assert.equal(await sessions.isLive(token), Math.floor(platform.now() / 1000) - 30 * DAY + 1);
  platform.tick(1);
  assert.equal(await sessions.isLive(token), 0);
  assert.equal(await sessions.isLive("garbage"), 0);
  assert.deepEqual([calls, events], [[], []]);
});

test("jwtSessions().read() keeps the token until updateAge, then prolongs it", async () => {
  const { sessions, issue, platform, at, claims } = open();
  const token = await issue();
  platform.tick(DAY - 1);
  const early = await sessions.read(token);
  assert.equal("token" in early, false);
  assert.equal((early.session as { expires: string }).expires, at(30 * DAY));
  platform.tick(1);
  const due = await sessions.read(token);
  assert.equal((due.session as { expires: string }).expires, at(31 * DAY));
  assert.equal(due.token!.expires, platform.now() + 30 * DAY * 1000);
  const { sub, iat, exp } = await claims(due.token);
  assert.deepEqual([sub, exp! - iat!, iat! * 1000], ["u1", 30 * DAY, platform.now()]);
});

test("jwtSessions().read() prolongs at each access if updateAge is 0", async () => {
  const { sessions, issue } = open({ updateAge: 0 });
  assert.ok((await sessions.read(await issue())).token);
});

test("jwtSessions().read() keeps a session in use for ever, and ends one that is not used", async () => {
  const { sessions, issue, platform } = open();
  let token = await issue();
  for (let day = 0; day < 100; day += 29) {
    platform.tick(29 * DAY);
    token = (await sessions.read(token)).token!.value;
  }
  platform.tick(30 * DAY - 1);
  assert.ok((await sessions.read(token)).session);
  platform.tick(1);
  assert.deepEqual(await sessions.read(token), ENDED);
});

test("jwtSessions().read() calls a session that has run out no error", async () => {
  const { sessions, issue, platform, errors, debug, events } = open();
  const token = await issue();
  platform.tick(31 * DAY);
  await sessions.read(token);
  assert.deepEqual([errors, debug, events], [[], ["session token has expired"], []]);
});

test("jwtSessions().read() removes a token that it cannot read, and logs one error without it", async () => {
  const { sessions, errors, events } = open();
  const foreign = await open({ secrets: ["another-secret-of-more-than-32-characters"] }).issue();
  for (const token of ["garbage", foreign, `${foreign}A`]) {
    errors.length = 0;
    assert.deepEqual(await sessions.read(token), ENDED);
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof JWTSessionError);
    assert.ok(!JSON.stringify([errors[0]!.message, errors[0]!.cause]).includes(token));
  }
  assert.deepEqual(events, []);
});

test("jwtSessions().read() passes only the token to callbacks.jwt", async () => {
  const { calls, callback } = recorded(({ token }: JWTParams) => token);
  const { sessions, claims } = open({ callbacks: { jwt: callback } });
  const issued = await sessions.issue(ADA);
  await sessions.read(issued!.value);
  assert.deepEqual(calls.slice(1), [{ token: await claims(issued) }]);
});

test("jwtSessions().read() passes session and token to callbacks.session, and returns its result", async () => {
  const { calls, callback } = recorded(({ session, token }: TokenSessionParams) => ({
    ...session,
    id: token.sub,
  }));
  const { sessions, claims, at, platform } = open({ callbacks: { session: callback } });
  const issued = await sessions.issue(ADA);
  const signedInAt = new Date(platform.now());
  calls.length = 0;
  platform.tick(HOUR);
  const { session } = await sessions.read(issued!.value);
  const shown = {
    user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
    expires: at(30 * DAY),
  };
  assert.deepEqual(calls, [{ session: shown, token: await claims(issued), signedInAt, amr: [], aal: 1 }]);
  assert.deepEqual(session, { ...shown, id: "u1" });
});

test("jwtSessions().read() passes the result of callbacks.jwt to callbacks.session", async () => {
  const { sessions, issue } = open({
    callbacks: {
      jwt: ({ token, user }) => user ? token : { ...token, name: "Countess" },
      session: ({ session, token }) => ({ shown: session.user.name, told: token.name }),
    },
  });
  assert.deepEqual((await sessions.read(await issue())).session, { shown: "Countess", told: "Countess" });
});

test("jwtSessions().read() re-issues the token when callbacks.jwt changed it, in place or in a copy", async () => {
  const changes: Record<string, (token: JWT) => JWT> = {
    "in a copy": (token) => ({ ...token, count: 1 }),
    "in place": (token) => Object.assign(token, { count: 1 }),
    "deep down": (token) => {
      (token.nested as { count?: number }).count = 1;
      return token;
    },
    "by leaving out": ({ nested: _, ...token }) => token,
  };
  for (const [how, change] of Object.entries(changes)) {
    const { sessions, seal, claims, at } = open({ callbacks: { jwt: ({ token }) => change(token) } });
    const read = await sessions.read(await seal({ sub: "u1", nested: {} }));
    assert.ok(read.token, how);
    const expected = change({ sub: "u1", nested: {} });
    const { iat: _iat, exp: _exp, jti: _jti, ...stored } = await claims(read.token);
    assert.deepEqual(stored, expected, how);
    assert.equal((read.session as { expires: string }).expires, at(30 * DAY), how);
  }
});

test("jwtSessions().read() does not re-issue a token for changes of iat, exp, jti and auth_time", async () => {
  const answers: ((token: JWT) => JWT)[] = [
    (token) => token,
    (token) => ({ ...token }),
    ({ sub, role }) => ({ sub, role }),
    (token) => ({ ...token, iat: 1, exp: 2, jti: "own" }),
    (token) => Object.assign(token, { iat: undefined, exp: undefined }),
    (token) => ({ ...token, auth_time: 4e9 }),
    ({ auth_time: _, ...token }) => token,
  ];
  for (const answer of answers) {
    const { sessions, seal, at, errors } = open({ callbacks: { jwt: ({ token }) => answer(token) } });
    const read = await sessions.read(await seal({ sub: "u1", role: "admin", auth_time: 1 }));
    assert.deepEqual(errors, []);
    assert.equal("token" in read, false, String(answer));
    assert.equal((read.session as { expires: string }).expires, at(30 * DAY));
  }
});

test("jwtSessions().read() ends the session if callbacks.jwt returns null", async () => {
  const { sessions, seal, events, errors } = open({ callbacks: { jwt: () => null } });
  assert.deepEqual(await sessions.read(await seal({ sub: "u1" })), ENDED);
  assert.deepEqual([events, errors], [[], []]);
});

/** Callbacks that fail, at an access. */
const FAILURES: Readonly<Record<string, Pick<Callbacks<"jwt">, "jwt" | "session">>> = {
  "callbacks.jwt throws": {
    jwt: () => {
      throw new Error("no database");
    },
  },
  "callbacks.jwt rejects": { jwt: () => Promise.reject(new Error("no database")) },
  "callbacks.jwt returns undefined": { jwt: () => undefined as never },
  "callbacks.session throws": {
    session: () => {
      throw new Error("no database");
    },
  },
  "callbacks.session rejects": { session: () => Promise.reject(new Error("no database")) },
  "callbacks.session returns undefined": { session: () => undefined as never },
};

for (const [what, callbacks] of Object.entries(FAILURES)) {
  test(`jwtSessions().read() shows no session but keeps the token when ${what}`, async () => {
    const { sessions, seal, errors, events } = open({ callbacks });
    const read = await sessions.read(await seal({ sub: "u1" }));
    assert.deepEqual(read, UNREAD);
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof JWTSessionError);
    assert.ok((errors[0] as JWTSessionError).cause?.err instanceof Error);
    assert.equal(errors[0]!.message, "Cannot read the session: a callback failed");
    assert.deepEqual(events, []);
  });

  test(`jwtSessions().update() throws JWTSessionError when ${what}`, async () => {
    const { sessions, seal } = open({ callbacks });
    const token = await seal({ sub: "u1" });
    await assert.rejects(() => sessions.update(token, {}), (error: Error) => {
      return error instanceof JWTSessionError &&
        error.message === "Cannot update the session: a callback failed";
    });
  });
}

test("jwtSessions().read() keeps what callbacks.jwt has renewed although callbacks.session fails", async () => {
  for (const session of [() => Promise.reject(new Error("no database")), () => undefined as never]) {
    const { sessions, seal, claims } = open({
      callbacks: { session, jwt: ({ token }) => ({ ...token, refresh: "new" }) },
    });
    const { token, ...read } = await sessions.read(await seal({ sub: "u1", refresh: "old" }));
    assert.deepEqual(read, UNREAD);
    assert.equal((await claims(token)).refresh, "new");
  }
  const { sessions, seal } = open({
    callbacks: { session: () => Promise.reject(new Error("no database")), jwt: ({ token }) => token },
    updateAge: 0,
  });
  assert.deepEqual(await sessions.read(await seal({ sub: "u1" })), UNREAD, "it is only prolonged");
});

test("jwtSessions().read() passes its answer to events.session", async () => {
  const { sessions, seal, events, claims } = open({
    callbacks: { session: () => ({ own: true }) },
    updateAge: 0,
  });
  const { token } = await sessions.read(await seal({ sub: "u1" }));
  const [[event, message]] = events as [[string, { session: unknown; token: JWT }]];
  assert.equal(event, "session");
  assert.deepEqual(message.session, { own: true });
  assert.equal(message.token.sub, (await claims(token)).sub);
});

test("jwtSessions() ends a token of an unknown user when it is due, updated or raised, and reads it until then (SE-42)", async () => {
  const storedUsers = { has: () => Promise.resolve(false) };
  const { sessions, seal, platform } = open({ storedUsers, areStored: true });
  const token = await seal({ sub: "u1", name: "Ada" });
  platform.tick(DAY - 1);
  assert.equal((await sessions.read(token)).userId, "u1");
  assert.ok(await sessions.isLive(token));
  assert.deepEqual(await sessions.update(token, {}), ENDED);
  assert.equal(await sessions.raise(token, { amr: ["pwd"], signedInAt: 1 }), null);
  platform.tick(1);
  assert.deepEqual(await sessions.read(token), ENDED);
});
