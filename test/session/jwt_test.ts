import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWTParams, TokenSessionParams } from "../../src/model/callbacks.ts";
import type { JWTOptions } from "../../src/model/options.ts";
import type { JWTDecodeParams, JWTEncodeParams } from "../../src/model/jwt.ts";
import { JWTSessionError } from "../../src/errors/errors.ts";
import { decodeWith } from "../../src/model/jwt.ts";
import { defaultSession } from "../../src/session/callback_results.ts";
import type { JWT } from "../../src/values/types.ts";
import { ADA, DAY, ENDED, HOUR, open, recorded, SALT, SECRET, UNREAD } from "./_jwt_sessions.ts";

/** Whether an error says that a session cannot begin, for this reason. */
function beginsNot(reason: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof JWTSessionError && reason.test(String(error.cause?.err)) &&
    error.message === "Cannot begin the session: a callback failed";
}

test("jwtSessions().issue() puts name, email, picture and id of the user into the token, and when they signed in", async () => {
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

test("jwtSessions().issue() drops a picture for which a cookie has no room", async () => {
  const longest = "https://ada.test/".padEnd(2048, "a");
  const within = "https://ada.test/?data:";
  for (const kept of [longest, within]) {
    const { sessions, claims } = open();
    const { picture } = await claims(await sessions.issue({ ...ADA, user: { ...ADA.user, image: kept } }));
    assert.equal(picture, kept);
  }
  const none = ["", null, undefined];
  for (const dropped of [`${longest}a`, "data:image/png;base64,AA", " \n DATA:image/png,A", ...none]) {
    const { sessions, claims } = open();
    const { picture } = await claims(await sessions.issue({ ...ADA, user: { ...ADA.user, image: dropped } }));
    assert.equal(picture, null, String(dropped).slice(0, 20));
  }
});

test("jwtSessions() refuses a token that is longer than cookies hold, and says what to write", async () => {
  let length = 13_000;
  const { sessions, errors } = open({
    jwt: { encode: () => "a".repeat(length), decode: () => ({ sub: "u1" }) },
  });
  assert.equal((await sessions.issue(ADA))!.value.length, length);
  length++;
  const isTooLong = (error: unknown) =>
    error instanceof JWTSessionError &&
    /^Cannot keep the session: its token of 13001 bytes is longer than the 13000 .*put less into/.test(
      error.message,
    );
  await assert.rejects(sessions.issue(ADA), isTooLong);
  await assert.rejects(sessions.update("token", {}), isTooLong);
  assert.deepEqual(await sessions.read("token"), UNREAD);
  assert.ok(isTooLong(errors[0]));
});

test("jwtSessions().issue() creates a different token for each sign-in", async () => {
  const { issue } = open();
  assert.notEqual(await issue(), await issue());
});

test("jwtSessions().issue() passes all data to callbacks.jwt, and stores its result", async () => {
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

test("jwtSessions().issue() returns no token if callbacks.jwt returns null, and fails if it returns undefined or throws", async () => {
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
  const { sessions, at, events, platform } = open({
    callbacks: { jwt: ({ token }) => ({ ...token, name: "Countess" }), session: callback },
  });
  const signedInAt = new Date(platform.now());
  await sessions.issue(ADA);
  const { email, image } = ADA.user;
  const shown = { user: { id: "u1", name: "Countess", email, image }, expires: at(30 * DAY) };
  assert.deepEqual(calls, [{
    session: shown,
    token: { name: "Countess", email, picture: image, sub: "u1", auth_time: signedInAt.getTime() / 1000 },
    signedInAt,
    amr: [],
    aal: 1,
  }]);
  assert.deepEqual(events, []);
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

test("jwtSessions() reads the user from `sub` of the result of callbacks.jwt", async () => {
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

test("jwtSessions().update() passes the data of the browser to both callbacks, and re-issues the token", async () => {
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
    {
      session: shown,
      token: { ...before, name: "Countess" },
      // Another program made this token: it does not say when the user signed in.
      signedInAt: null,
      amr: [],
      aal: 1,
      newSession: data,
      trigger: "update",
    },
  ]);
  assert.deepEqual(read.session, shown);
  assert.equal((await claims(read.token)).name, "Countess");
});

test("jwtSessions().update() changes no claim by itself, whatever the browser sends", async () => {
  const { sessions, seal, claims } = open();
  const data = { sub: "root", name: "Root", user: { id: "root" }, __proto__: { sub: "root" } };
  const read = await sessions.update(await seal({ sub: "u1", name: "Ada" }), data);
  const { sub, name } = await claims(read.token);
  assert.deepEqual([sub, name], ["u1", "Ada"]);
  assert.equal((read.session as { user: { name: string } }).user.name, "Ada");
});

test("jwtSessions().update() passes its answer to events.session", async () => {
  const { sessions, issue, events, claims } = open();
  const { session, token } = await sessions.update(await issue(), {});
  const [[event, message], ...others] = events as [[string, { session: unknown; token: JWT }]];
  assert.deepEqual([event, message.session, others], ["session", session, []]);
  assert.equal(message.token.sub, (await claims(token)).sub);
});

test("jwtSessions().update() creates no session", async () => {
  const { sessions } = open();
  assert.deepEqual(await sessions.update("garbage", { sub: "u1" }), ENDED);
});

test("jwtSessions().revoke() passes the token to events.signOut, or null if it cannot be read", async () => {
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

test("jwtSessions().revoke() emits signOut without a token, and decodes nothing", async () => {
  const { calls, callback } = recorded((_: JWTDecodeParams): JWT => ({ sub: "u1" }));
  const { sessions, events } = open({ jwt: { decode: callback } });
  await sessions.revoke(null);
  assert.deepEqual([events, calls], [[["signOut", { token: null }]], []]);
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

test("jwtSessions().read() prolongs tokens that do not say when they were issued or end", async () => {
  const iat = Date.UTC(2030, 0, 1) / 1000;
  for (const times of [{}, { iat }, { exp: iat + HOUR }]) {
    const { sessions, at } = open({
      jwt: { encode: () => "next", decode: () => ({ name: "Ada", ...times }) },
    });
    const read = await sessions.read("own");
    assert.deepEqual([read.userId, read.signedInAt], [null, null]);
    assert.equal(read.token!.value, "next");
    assert.equal((read.session as { expires: string }).expires, at(30 * DAY));
  }
});

test("jwtSessions().identify() prolongs no token", async () => {
  const { sessions, issue, platform, at } = open();
  const value = await issue();
  platform.tick(2 * DAY);
  const { session, token } = await sessions.identify(value);
  assert.deepEqual([(session as { expires: string }).expires, token], [at(30 * DAY), undefined]);
  const own = open({ jwt: { decode: () => ({ name: "Ada" }) } });
  const identified = await own.sessions.identify("own");
  assert.equal((identified.session as { expires: string }).expires, at(30 * DAY));
  assert.equal(identified.token, undefined);
});

const EXPIRED: Readonly<Record<string, Error>> = {
  "./jwt": new Error("expired", { cause: { expired: true } }),
  jose: Object.assign(new Error("expired"), { code: "ERR_JWT_EXPIRED" }),
  jsonwebtoken: Object.assign(new Error("expired"), { name: "TokenExpiredError" }),
};

for (const [library, expired] of Object.entries(EXPIRED)) {
  test(`jwtSessions() calls a session that has run out no error where decode is of ${library}`, async () => {
    const { sessions, errors, debug } = open({ jwt: { decode: () => Promise.reject(expired) } });
    assert.deepEqual(await sessions.read("token"), ENDED);
    assert.deepEqual([errors, debug], [[], ["session token has expired"]]);
  });
}

test("jwtSessions() logs why a token cannot be read", async () => {
  const err = Object.assign(new Error("bad signature", { cause: { expired: "soon" } }), { code: "ERR_JWS" });
  const own = open({ jwt: { decode: () => Promise.reject(err) } });
  await own.sessions.read("token");
  const foreign = open();
  await foreign.sessions.read("token");
  const [failed, unreadable] = [own, foreign].map(({ errors: [error] }) => error as JWTSessionError);
  assert.equal(failed!.message, "Cannot read the session cookie: `jwt.decode` failed");
  assert.deepEqual(failed!.cause, { err });
  assert.equal(unreadable!.message, "Cannot read the session cookie: it was not made with this secret");
  assert.deepEqual(unreadable!.cause, {
    hint: "applications on one host share cookies",
  });
});

test("jwtSessions() has no session if decode returns null or throws", async () => {
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
