import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  Callbacks,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  JWTParams,
  TokenSessionParams,
} from "../../src/config/types.ts";
import { JWTSessionError } from "../../src/errors.ts";
import { decodeWith, encodeWith } from "../../src/jwt.ts";
import { defaultSession, jwtSessions } from "../../src/session/jwt.ts";
import type { SessionToken, SignedIn } from "../../src/session/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { JWT } from "../../src/types.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const SALT = "latchkey.session-token";
const HOUR = 3600;
const DAY = 24 * HOUR;

/** What one access comes to where a token is not that of a live session: the browser drops it. */
const ENDED = { session: null, userId: null, signedInAt: null, token: null };

const ADA: SignedIn = {
  user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
  account: { provider: "idp", type: "oidc", providerAccountId: "ada", access_token: "at" },
  profile: { sub: "ada", hobby: "engines" },
  isNewUser: false,
  previous: null,
};

interface Options {
  readonly callbacks?: Pick<Callbacks<"jwt">, "jwt" | "session">;
  readonly jwt?: JWTOptions;
  readonly secrets?: readonly string[];
  readonly updateAge?: number;
}

/** Sessions of 30 days, prolonged each day; what they told the application and the log. */
function open({ callbacks, jwt = {}, secrets = [SECRET], updateAge = DAY }: Options = {}) {
  const platform = testPlatform();
  const events: [string, unknown][] = [];
  const errors: Error[] = [];
  const debug: string[] = [];
  const sessions = jwtSessions({
    secrets,
    salt: SALT,
    maxAge: 30 * DAY * 1000,
    updateAge: updateAge * 1000,
    jwt,
    callbacks: { session: defaultSession, ...callbacks },
    emit: (event, message) => Promise.resolve(void events.push([event, message])),
    logger: {
      error: (error) => void errors.push(error),
      warn: () => {},
      debug: (message) => void debug.push(message),
    },
    platform,
  });
  return {
    platform,
    sessions,
    events,
    errors,
    debug,
    /** The token of Ada, who has just signed in. */
    issue: async () => (await sessions.issue(ADA))!.value,
    claims: async (token: SessionToken | null | undefined) =>
      (await decodeWith({ token: token!.value, secret: secrets, salt: SALT }, platform)).claims!,
    at: (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString(),
    /** A token with these claims, sealed as the sessions' own. */
    seal: (token: JWT) => encodeWith({ token, secret: SECRET, salt: SALT, maxAge: 30 * DAY }, platform),
  };
}

/** Whether an error says that a session cannot begin, for this reason. */
function beginsNot(reason: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof JWTSessionError && reason.test(String(error.cause?.err));
}

/** Calls of a callback, and the callback. */
function recorded<P, R>(answer: (params: P) => R) {
  const calls: P[] = [];
  const callback = (params: P): R => {
    calls.push(structuredClone(params));
    return answer(params);
  };
  return { calls, callback };
}

test("jwtSessions().issue() puts name, e-mail, picture and id of the user into the token, and when they signed in", async () => {
  const { sessions, claims, platform } = open();
  const issued = await sessions.issue(ADA);
  assert.equal(issued!.expires, platform.now() + 30 * DAY * 1000);
  const { iat, exp, jti, ...own } = await claims(issued);
  assert.deepEqual(own, {
    name: "Ada",
    email: "ada@example.com",
    picture: "https://ada.test/a.png",
    sub: "u1",
    auth_time: platform.now() / 1000,
  });
  assert.deepEqual([iat! * 1000, exp! * 1000], [platform.now(), issued!.expires]);
  assert.equal(typeof jti, "string");
});

test("jwtSessions().issue() gives each sign-in another token", async () => {
  const { issue } = open();
  assert.notEqual(await issue(), await issue());
});

test("jwtSessions().issue() gives callbacks.jwt all there is to know, and stores what it returns", async () => {
  const { calls, callback } = recorded(({ token, profile }: JWTParams) => ({
    ...token,
    hobby: profile!.hobby,
  }));
  const { sessions, claims } = open({ callbacks: { jwt: callback } });
  const issued = await sessions.issue(ADA);
  assert.deepEqual(calls, [{
    token: { name: "Ada", email: "ada@example.com", picture: "https://ada.test/a.png", sub: "u1" },
    user: ADA.user,
    account: ADA.account,
    profile: ADA.profile,
    isNewUser: false,
    trigger: "signIn",
  }]);
  assert.equal((await claims(issued)).hobby, "engines");
});

test("jwtSessions().issue() says `signUp` where the sign-in created the user", async () => {
  const { calls, callback } = recorded(({ token }: JWTParams) => token);
  const { sessions } = open({ callbacks: { jwt: callback } });
  await sessions.issue({ ...ADA, isNewUser: true });
  assert.deepEqual([calls[0]!.trigger, calls[0]!.isNewUser], ["signUp", true]);
});

test("jwtSessions().issue() gives no token if callbacks.jwt returns null, and fails if it returns none or throws", async () => {
  assert.equal(await open({ callbacks: { jwt: () => null } }).sessions.issue(ADA), null);
  for (const answer of [undefined, "token", 1, false]) {
    const { sessions } = open({ callbacks: { jwt: () => answer as never } });
    await assert.rejects(() => sessions.issue(ADA), beginsNot(/return the token, or `null` to end/));
  }
  const { sessions } = open({ callbacks: { jwt: () => Promise.reject(new Error("no database")) } });
  await assert.rejects(() => sessions.issue(ADA), beginsNot(/no database/));
});

test("jwtSessions().issue() fails if callbacks.session returns undefined or throws, and not if it returns null", async () => {
  const holdsBack = open({ callbacks: { session: () => null } });
  assert.ok(await holdsBack.sessions.issue(ADA));
  for (const answer of [undefined, "session", 1, false]) {
    const { sessions } = open({ callbacks: { session: () => answer as never } });
    await assert.rejects(
      () => sessions.issue(ADA),
      beginsNot(/return the session, or `null` to hold it back/),
    );
  }
  const { sessions } = open({ callbacks: { session: () => Promise.reject(new Error("no database")) } });
  await assert.rejects(() => sessions.issue(ADA), beginsNot(/no database/));
});

test("jwtSessions().issue() asks callbacks.session about the token that callbacks.jwt returned, and emits no event", async () => {
  const { calls, callback } = recorded(({ session }: TokenSessionParams) => session);
  const { sessions, at, events } = open({
    callbacks: { jwt: ({ token }) => ({ ...token, name: "Countess" }), session: callback },
  });
  await sessions.issue(ADA);
  const { email, image } = ADA.user;
  const shown = { user: { id: "u1", name: "Countess", email, image }, expires: at(30 * DAY) };
  assert.deepEqual(calls, [{
    session: shown,
    token: { name: "Countess", email, picture: image, sub: "u1" },
  }]);
  assert.deepEqual(events, []);
});

test("jwtSessions().read() shows id, name, e-mail and image, and when the session ends", async () => {
  const { sessions, issue, at, platform } = open();
  const token = await issue();
  const signedInAt = platform.now();
  platform.tick(HOUR);
  assert.deepEqual(await sessions.read(token), {
    session: {
      user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
      expires: at(30 * DAY),
    },
    userId: "u1",
    signedInAt,
  });
});

test("jwtSessions().identify() answers what read() answers, and emits no event", async () => {
  const { sessions, issue, events, platform } = open();
  const token = await issue();
  const identified = await sessions.identify(token);
  assert.deepEqual(events, []);
  assert.deepEqual(identified, await sessions.read(token));
  assert.deepEqual(await sessions.identify("garbage"), ENDED);
  platform.tick(31 * DAY);
  assert.deepEqual(await sessions.identify(token), ENDED);
});

test("jwtSessions() keeps the time of the sign-in through renewals, whatever callbacks.jwt makes of the claim", async () => {
  const answers: ((token: JWT) => JWT)[] = [
    (token) => token,
    ({ auth_time: _, ...token }) => token,
    (token) => ({ ...token, auth_time: 4e9 }),
    (token) => Object.assign(token, { auth_time: 4e9 }),
  ];
  for (const answer of answers) {
    const { sessions, platform } = open({ callbacks: { jwt: ({ token }) => answer(token) } });
    const signedInAt = platform.now();
    let token = (await sessions.issue(ADA))!.value;
    for (let day = 0; day < 3; day++) {
      platform.tick(DAY);
      const renewed = await sessions.read(token);
      assert.equal(renewed.signedInAt, signedInAt, String(answer));
      token = renewed.token!.value;
    }
    platform.tick(HOUR);
    const updated = await sessions.update(token, { auth_time: 4e9 });
    assert.equal(updated.signedInAt, signedInAt, String(answer));
    assert.equal((await sessions.identify(updated.token!.value)).signedInAt, signedInAt);
  }
});

test("jwtSessions() does not know when a user signed in whose token has no `auth_time`, also after a renewal", async () => {
  const { sessions, seal } = open({ updateAge: 0 });
  const read = await sessions.read(await seal({ sub: "u1" }));
  assert.deepEqual([read.userId, read.signedInAt], ["u1", null]);
  assert.equal((await sessions.read(read.token!.value)).signedInAt, null);
});

test("jwtSessions() takes the user from `sub` as callbacks.jwt returned it", async () => {
  const answers: [JWT, string | null][] = [[{ sub: "u2" }, "u2"], [{ name: "Ada" }, null]];
  for (const [answer, userId] of answers) {
    const { sessions, seal } = open({ callbacks: { jwt: () => answer } });
    const token = await seal({ sub: "u1" });
    for (const access of ["identify", "read"] as const) {
      assert.equal((await sessions[access](token)).userId, userId);
    }
    assert.equal((await sessions.update(token, {})).userId, userId);
  }
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
  assert.equal(await sessions.isLive(token), true);
  platform.tick(1);
  assert.equal(await sessions.isLive(token), false);
  assert.equal(await sessions.isLive("garbage"), false);
  assert.deepEqual([calls, events], [[], []]);
});

test("jwtSessions().read() leaves the token as it is until updateAge, then prolongs it", async () => {
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

test("jwtSessions().read() gives callbacks.jwt the token alone", async () => {
  const { calls, callback } = recorded(({ token }: JWTParams) => token);
  const { sessions, claims } = open({ callbacks: { jwt: callback } });
  const issued = await sessions.issue(ADA);
  await sessions.read(issued!.value);
  assert.deepEqual(calls.slice(1), [{ token: await claims(issued) }]);
});

test("jwtSessions().read() gives callbacks.session the session and the token, and answers what it returns", async () => {
  const { calls, callback } = recorded(({ session, token }: TokenSessionParams) => ({
    ...session,
    id: token.sub,
  }));
  const { sessions, claims, at } = open({ callbacks: { session: callback } });
  const issued = await sessions.issue(ADA);
  calls.length = 0;
  const { session } = await sessions.read(issued!.value);
  const shown = {
    user: { id: "u1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" },
    expires: at(30 * DAY),
  };
  assert.deepEqual(calls, [{ session: shown, token: await claims(issued) }]);
  assert.deepEqual(session, { ...shown, id: "u1" });
});

test("jwtSessions().read() shows callbacks.session what callbacks.jwt has just returned", async () => {
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

test("jwtSessions().read() re-issues nothing for what is the library's own: iat, exp, jti and auth_time", async () => {
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
    assert.deepEqual(read, { session: null, userId: null, signedInAt: null });
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof JWTSessionError);
    assert.ok((errors[0] as JWTSessionError).cause?.err instanceof Error);
    assert.deepEqual(events, []);
  });

  test(`jwtSessions().update() throws JWTSessionError when ${what}`, async () => {
    const { sessions, seal } = open({ callbacks });
    const token = await seal({ sub: "u1" });
    await assert.rejects(() => sessions.update(token, {}), JWTSessionError);
  });
}

test("jwtSessions().read() tells events.session what was answered", async () => {
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

test("jwtSessions().update() tells both callbacks what the browser sent, and re-issues the token", async () => {
  const jwt = recorded(({ token, session }: JWTParams) => ({ ...token, name: (session as JWT).name }));
  const session = recorded(({ session }: TokenSessionParams) => session);
  const { sessions, seal, at, claims, platform } = open({
    callbacks: { jwt: jwt.callback, session: session.callback },
  });
  const token = await seal({ name: "Ada", sub: "u1" });
  platform.tick(HOUR);
  const before = (await decodeWith({ token, secret: SECRET, salt: SALT }, platform)).claims!;
  const data = { name: "Countess" };
  const read = await sessions.update(token, data);
  assert.deepEqual(jwt.calls, [{ token: before, session: data, trigger: "update" }]);
  const shown = {
    user: { id: "u1", name: "Countess", email: undefined, image: undefined },
    expires: at(30 * DAY + HOUR),
  };
  assert.deepEqual(session.calls, [
    { session: shown, token: { ...before, name: "Countess" }, newSession: data, trigger: "update" },
  ]);
  assert.deepEqual(read.session, shown);
  assert.equal((await claims(read.token)).name, "Countess");
});

test("jwtSessions().update() changes nothing of itself, whatever the browser sends", async () => {
  const { sessions, seal, claims } = open();
  const data = { sub: "root", name: "Root", user: { id: "root" }, __proto__: { sub: "root" } };
  const read = await sessions.update(await seal({ sub: "u1", name: "Ada" }), data);
  const { sub, name } = await claims(read.token);
  assert.deepEqual([sub, name], ["u1", "Ada"]);
  assert.equal((read.session as { user: { name: string } }).user.name, "Ada");
});

test("jwtSessions().update() makes no session where there is none", async () => {
  const { sessions } = open();
  assert.deepEqual(await sessions.update("garbage", { sub: "u1" }), ENDED);
});

test("jwtSessions().revoke() tells events.signOut of the token, or of null if it cannot be read", async () => {
  const { sessions, issue, events, claims, platform } = open();
  const token = await issue();
  await sessions.revoke(token);
  await sessions.revoke("garbage");
  const expected = await claims({ value: token, expires: 0 });
  platform.tick(31 * DAY);
  await sessions.revoke(token);
  assert.deepEqual(events, [
    ["signOut", { token: expected }],
    ["signOut", { token: null }],
    ["signOut", { token: null }],
  ]);
});

test("jwtSessions() reads tokens of an old secret, and re-issues them with the new one", async () => {
  const token = await open().issue();
  const rotated = open({ secrets: ["a-new-secret-of-more-than-32-characters", SECRET], updateAge: 0 });
  const read = await rotated.sessions.read(token);
  assert.ok(read.session);
  const after = open({ secrets: ["a-new-secret-of-more-than-32-characters"] });
  assert.ok((await after.sessions.read(read.token!.value)).session);
  assert.equal((await after.sessions.read(token)).session, null);
});

test("jwtSessions() uses the application's own encode and decode", async () => {
  const encode = recorded(({ token }: JWTEncodeParams) => `own:${JSON.stringify(token)}`);
  const decode = recorded(({ token }: JWTDecodeParams): JWT => JSON.parse(token!.slice(4)));
  const { sessions, platform } = open({
    jwt: { encode: encode.callback, decode: decode.callback },
    updateAge: 0,
  });
  const issued = await sessions.issue(ADA);
  const [{ email, image: picture }, auth_time] = [ADA.user, platform.now() / 1000];
  const claims = { name: "Ada", email, picture, sub: "u1", auth_time };
  assert.equal(issued!.value, `own:${JSON.stringify(claims)}`);
  assert.deepEqual(encode.calls, [{ token: claims, secret: [SECRET], salt: SALT, maxAge: 30 * DAY }]);
  const read = await sessions.read(issued!.value);
  assert.deepEqual(decode.calls, [{ token: issued!.value, secret: [SECRET], salt: SALT }]);
  assert.equal((read.session as { user: { name: string } }).user.name, "Ada");
});

test("jwtSessions() prolongs tokens that do not say when they were issued or end", async () => {
  const { sessions, at } = open({ jwt: { encode: () => "next", decode: () => ({ name: "Ada" }) } });
  const read = await sessions.read("own");
  assert.deepEqual([read.userId, read.signedInAt], [null, null]);
  assert.equal(read.token!.value, "next");
  assert.equal((read.session as { expires: string }).expires, at(30 * DAY));
});

test("jwtSessions() takes a decode that returns null or throws as no session", async () => {
  const decodes: JWTOptions["decode"][] = [
    () => null,
    () => {
      throw new Error("bad signature");
    },
    () => Promise.reject(new Error("bad signature")),
  ];
  for (const decode of decodes) {
    const { sessions, events } = open({ jwt: { decode } });
    assert.deepEqual(await sessions.read("token"), ENDED);
    await sessions.revoke("token");
    assert.deepEqual(events, [["signOut", { token: null }]]);
  }
});

test("defaultSession() shows id, name, address and picture of the user, and nothing else (CR-06)", () => {
  const user = { id: "u1", name: "Ada", email: "ada@example.com", image: null, password: "hash" };
  const session = { user, expires: "2030-01-01T00:00:00.000Z", sessionToken: "sha256:1", userId: "u1" };
  assert.deepEqual(defaultSession({ session }), {
    user: { id: "u1", name: "Ada", email: "ada@example.com", image: null },
    expires: "2030-01-01T00:00:00.000Z",
  });
});
