import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Auth,
  type AuthConfig,
  type ConfigOfAnyStrategy,
  type JWT,
  resolveSession,
  type User,
} from "../../mod.ts";
import { getToken } from "../../src/jwt.ts";
import {
  APP,
  cookiesOf,
  openPlain,
  request,
  SECRET,
  type World,
  type WorldConfig,
  type WorldOptions,
} from "./_world.ts";

const COOKIE = "__Host-latchkey.session-token";
const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is known of Ada after her sign-in. */
const CLAIMS = { name: "Ada Lovelace", email: "ada@example.com", picture: null };

// The cookie

for (
  const [url, name, attributes] of [
    [APP, COOKIE, "HttpOnly; Secure; SameSite=Lax"],
    ["http://app.test", "latchkey.session-token", "HttpOnly; SameSite=Lax"],
  ] as const
) {
  test(`Auth() keeps a session in an encrypted cookie of 30 days on ${new URL(url).protocol} (SE-01, SE-03)`, async () => {
    const { cookies } = await signInAt(url, openPlain());
    const header = cookies[name]!;
    assert.match(header.split(";")[0]!, new RegExp(`^${name}=[\\w-]+\\.\\.[\\w-]{22}\\.[\\w-]+\\.[\\w-]+$`));
    assert.equal(
      header.slice(header.indexOf(";")),
      `; Path=/; Expires=Thu, 31 Jan 2030 00:00:00 GMT; ${attributes}`,
    );
    assert.ok(!atob(header.split("=")[1]!.split(".")[0]!).includes("Ada"));
  });
}

test("Auth() sets Secure cookies on http where useSecureCookies says so (SE-15)", async () => {
  const { cookies } = await signInAt("http://app.test", openPlain({ useSecureCookies: true }));
  assert.match(cookies[COOKIE]!, /; Secure;/);
});

test("Auth() sets plain cookies on https where useSecureCookies says so", async () => {
  const { cookies } = await signInAt(APP, openPlain({ useSecureCookies: false }));
  assert.ok(!/Secure/.test(Object.values(cookies).join()));
  assert.ok(cookies["latchkey.session-token"]);
});

test("Auth() names its cookies, and gives them attributes, as the config says", async () => {
  const world = openPlain({
    cookies: {
      sessionToken: { name: "sid", options: { domain: "app.test", sameSite: "strict" } },
      csrfToken: { name: "form", options: { path: "/auth", priority: "high" } },
      flow: { name: "flow", options: { sameSite: "none", partitioned: true } },
    },
  });
  const { cookies, started } = await signInAt(APP, world);
  assert.match(
    cookies.sid!,
    /; Domain=app\.test; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.match(started.form!, /; Path=\/auth; HttpOnly; Secure; Priority=High; SameSite=Lax$/);
  const flow = Object.keys(started).find((name) => name !== "form")!;
  assert.match(flow, /^flow\.[\w-]{16}$/);
  assert.match(started[flow]!, /; Max-Age=900; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/);
});

for (const options of [{ domain: "app.test" }, { path: "/auth" }]) {
  test(`Browsers take all cookies with ${JSON.stringify(options)}, which __Host- forbids (SE-15)`, async () => {
    const { browser, signIn, session } = openPlain({
      cookies: { sessionToken: { options }, csrfToken: { options }, flow: { options } },
    });
    await signIn();
    assert.equal((await session())?.user.name, "Ada Lovelace");
    assert.deepEqual(browser.refused, []);
    for (const { name } of browser.cookies(APP)) assert.match(name, /^__Secure-/);
  });
}

test("Auth() removes a cookie with the attributes that it was set with (SE-02)", async () => {
  const { browser, signIn, post } = openPlain({
    cookies: { sessionToken: { name: "sid", options: { domain: "app.test", path: "/auth" } } },
  });
  await signIn();
  const { sid } = cookiesOf(await post("signout"));
  assert.equal(sid, "sid=; Max-Age=0; Domain=app.test; Path=/auth; HttpOnly; Secure; SameSite=Lax");
  assert.ok(!browser.cookies(APP).some(({ name }) => name === "sid"));
});

// What a session says

test("GET session answers id, name, e-mail, image and when the session ends", async () => {
  const users: User[] = [];
  const { signIn, session } = openPlain({ events: { signIn: ({ user }) => void users.push(user) } });
  await signIn();
  assert.ok(users[0]!.id);
  assert.deepEqual(await session(), {
    user: { id: users[0]!.id, name: "Ada Lovelace", email: "ada@example.com", image: null },
    expires: "2030-01-31T00:00:00.000Z",
  });
});

test("A session token has iat, exp and a jti of its own (SE-16)", async () => {
  const seen: JWT[] = [];
  const { signIn, session } = openPlain(watching(seen));
  await signIn();
  await session();
  const first = seen.at(-1);
  await signIn();
  await session();
  const second = seen.at(-1);
  assert.equal(first!.iat, Date.UTC(2030, 0, 1) / 1000);
  assert.equal(first!.exp, first!.iat! + 30 * DAY);
  assert.match(first!.jti!, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.notEqual(first!.jti, second!.jti);
});

test("Auth() begins a new session at each sign-in, whatever the browser held before (CR-08)", async () => {
  const { browser, signIn, idp, session } = openPlain();
  await signIn();
  const planted = cookieOf(browser);
  idp.login({ sub: "grace", name: "Grace Hopper" });
  await signIn();
  assert.notEqual(cookieOf(browser), planted);
  assert.equal((await session())?.user.name, "Grace Hopper");
});

// Callbacks and events

test("callbacks and events are given exactly what is specified", async () => {
  const seen: [name: string, params: Record<string, Record<string, unknown>>][] = [];
  const told = () => seen.splice(0);
  const note = (name: string) => (params: object) => {
    seen.push([name, structuredClone(params) as Record<string, Record<string, unknown>>]);
  };
  const world = openPlain({
    callbacks: {
      signIn: (params) => (note("signIn")(params), true),
      jwt: (params) => (note("jwt")(params), params.token),
      session: (params) => (note("session")(params), params.session),
    },
    events: { signIn: note("event signIn"), session: note("event session"), signOut: note("event signOut") },
  });
  // The page that the sign-in leads to reads no session.
  world.platform.sites[APP] = (request) => Auth(request, world.config);

  await world.signIn();
  const atSignIn = told();
  const { user, account, profile } = atSignIn[0]![1];
  assert.deepEqual(user, {
    id: user!.id,
    name: "Ada Lovelace",
    email: "ada@example.com",
    image: null,
  });
  assert.deepEqual(account, {
    access_token: account!.access_token,
    expires_at: Date.UTC(2030, 0, 1, 1) / 1000,
    expires_in: 3600,
    provider: "idp",
    providerAccountId: "ada",
    scope: "",
    token_type: "bearer",
    type: "oauth",
  });
  assert.deepEqual(profile, {
    sub: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
  });
  const claims = { ...CLAIMS, sub: user!.id };
  const session = { user, expires: "2030-01-31T00:00:00.000Z" };
  assert.deepEqual(atSignIn, [
    ["signIn", { user, account, profile }],
    ["jwt", { token: claims, user, account, profile, isNewUser: false, trigger: "signIn" }],
    ["session", { session, token: claims }],
    ["event signIn", { user, account, profile, isNewUser: false }],
  ]);

  await world.session();
  const atRead = told();
  const signedIn = { ...claims, auth_time: Date.UTC(2030, 0, 1) / 1000 };
  const token = { ...signedIn, ...timesOf(atRead[0]![1].token) };
  assert.deepEqual(atRead, [
    ["jwt", { token }],
    ["session", { session, token }],
    ["event session", { session, token }],
  ]);

  const data = { theme: "dark" };
  await world.post("session", { data }, { json: true });
  assert.deepEqual(told(), [
    ["jwt", { token, session: data, trigger: "update" }],
    ["session", { session, token, newSession: data, trigger: "update" }],
    ["event session", { session, token }],
  ]);

  await world.post("signout");
  const atSignOut = told();
  const renewed = { ...signedIn, ...timesOf(atSignOut[0]![1].token) };
  assert.deepEqual(atSignOut, [["event signOut", { token: renewed }]]);
});

test("No callback runs and no event is emitted where no one is signed in", async () => {
  const told: unknown[] = [];
  const never = () => void told.push("something") as never;
  const { session, post } = openPlain({
    callbacks: { jwt: never, session: never, signIn: never },
    events: { session: never, signOut: never, signIn: never },
  });
  assert.equal(await session(), null);
  assert.equal(await (await post("session", { data: "x" })).json(), null);
  assert.equal((await post("signout")).headers.get("location"), APP);
  assert.deepEqual(told, []);
});

test("callbacks.jwt says what a token holds, callbacks.session what of it is shown", async () => {
  const { signIn, session } = openPlain({
    callbacks: {
      jwt: ({ token, profile }) =>
        profile ? { ...token, verified: profile.email_verified, hidden: 1 } : token,
      session: ({ session, token }) => ({ ...session, verified: token.verified }),
    },
  });
  await signIn();
  const { user: { id: _, ...user }, ...shown } = (await session())!;
  assert.deepEqual(user, { name: "Ada Lovelace", email: "ada@example.com", image: null });
  assert.deepEqual(shown, { expires: "2030-01-31T00:00:00.000Z", verified: true });
});

test("callbacks.jwt may refuse a session with null: the user goes on, signed out", async () => {
  const signedIn: unknown[] = [];
  const { signIn, session, browser } = openPlain({
    callbacks: { jwt: () => null },
    events: { signIn: (message) => void signedIn.push(message) },
  });
  const page = await signIn({ callbackUrl: "/home" });
  assert.equal(page.url, `${APP}/home`);
  assert.equal(page.text, "Nobody is signed in");
  assert.equal(await session(), null);
  assert.equal(cookieOf(browser), "");
  assert.deepEqual(signedIn, []);
});

test("callbacks.jwt may end a session with null", async () => {
  let ended = false;
  const told: unknown[] = [];
  const { signIn, session, browser } = openPlain({
    callbacks: { jwt: ({ token }) => ended ? null : token },
    events: { session: (message) => void told.push(message) },
  });
  await signIn();
  told.length = 0;
  ended = true;
  assert.equal(await session(), null);
  assert.equal(cookieOf(browser), "");
  assert.deepEqual(told, []);
});

for (
  const [what, jwt] of Object.entries<() => unknown>({
    "throws": () => {
      throw new Error("a bug");
    },
    "rejects": () => Promise.reject(new Error("a bug")),
    "returns undefined": () => undefined,
    "returns a string": () => "token",
  })
) {
  test(`Auth() issues no session if callbacks.jwt ${what} at a sign-in (CR-11)`, async () => {
    const { signIn, session, browser, log } = openPlain({ callbacks: { jwt } as AuthConfig["callbacks"] });
    const page = await signIn();
    assert.equal(page.url, `${APP}/auth/error?error=ServerError`);
    assert.equal(await session(), null);
    assert.equal(cookieOf(browser), "");
    assert.match(log(), /error \[latchkey\] JWTSessionError: Cannot begin the session: a callback failed/);
  });

  test(`GET session answers null, and keeps the cookie, if callbacks.jwt ${what} (SE-11)`, async () => {
    let broken = false;
    const { signIn, session, log } = openPlain({
      callbacks: { jwt: (params) => broken ? jwt() as JWT : params.token },
    });
    await signIn();
    broken = true;
    assert.equal(await session(), null);
    assert.match(log(), /JWTSessionError: Cannot read the session: a callback failed/);
    broken = false;
    assert.equal((await session())?.user.name, "Ada Lovelace");
  });
}

test("GET session answers null, and keeps the cookie, if callbacks.session throws (SE-11, CR-12)", async () => {
  let broken = false;
  const { signIn, session, browser } = openPlain({
    callbacks: {
      session({ session }) {
        if (broken) throw new Error("a bug");
        return session;
      },
    },
  });
  await signIn();
  broken = true;
  const response = await browser.fetch(`${APP}/auth/session`);
  assert.equal(response.status, 200);
  assert.equal(await response.json(), null);
  assert.deepEqual(cookiesOf(response), {});
  broken = false;
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

test("Auth() goes on if an event handler throws or rejects, and logs it", async () => {
  const events = {
    signIn: () => {
      throw new Error("bug in signIn");
    },
    session: () => Promise.reject(new Error("bug in session")),
    signOut: () => Promise.reject(new Error("bug in signOut")),
  };
  const { signIn, session, post, browser, log } = openPlain({ events });
  assert.equal((await signIn({ callbackUrl: "/home" })).url, `${APP}/home`);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.equal((await post("signout")).headers.get("location"), APP);
  assert.equal(cookieOf(browser), "");
  for (const event of Object.keys(events)) {
    assert.match(log(), new RegExp(`EventError: Cannot tell of "${event}": the handler failed`));
    assert.match(log(), new RegExp(`caused by Error: bug in ${event}`));
  }
});

test("Auth() waits for events", async () => {
  let told = false;
  const { signIn } = openPlain({
    events: {
      async signIn() {
        await new Promise((resolve) => setTimeout(resolve));
        told = true;
      },
    },
  });
  await signIn();
  assert.equal(told, true);
});

// The life of a session

test("A session stays as it is until updateAge has passed, and then goes on for maxAge", async () => {
  const { browser, signIn, session, platform } = openPlain();
  await signIn();
  const first = cookieOf(browser);
  platform.tick(DAY - 1);
  assert.equal((await session())?.expires, "2030-01-31T00:00:00.000Z");
  assert.equal(cookieOf(browser), first);
  platform.tick(1);
  const response = await browser.fetch(`${APP}/auth/session`);
  assert.equal((await response.json()).expires, "2030-02-01T00:00:00.000Z");
  assert.match(cookiesOf(response)[COOKIE]!, /; Expires=Fri, 01 Feb 2030 00:00:00 GMT;/);
  assert.notEqual(cookieOf(browser), first);
});

test("A session that is used goes on longer than maxAge", async () => {
  const { signIn, session, platform } = openPlain({ session: { maxAge: 2 * HOUR, updateAge: HOUR } });
  await signIn();
  for (let hours = 0; hours < 10; hours++) {
    platform.tick(HOUR);
    assert.equal((await session())?.user.name, "Ada Lovelace");
  }
});

test("A session that is not used ends after maxAge, to the second (SE-08)", async () => {
  const { browser, signIn, session, platform, config, log } = openPlain({
    session: { maxAge: HOUR, updateAge: HOUR },
  });
  await signIn();
  const token = cookieOf(browser);
  platform.tick(HOUR - 1);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  platform.tick(1);
  assert.equal(cookieOf(browser), "");
  const response = await Auth(
    request("/auth/session", { headers: { cookie: `${COOKIE}=${token}` } }),
    config,
  );
  assert.equal(await response.json(), null);
  assert.equal(
    cookiesOf(response)[COOKIE],
    `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
  // Nobody did anything wrong.
  assert.equal(log(), "");
});

test("A session ends after jwt.maxAge if that is shorter", async () => {
  const { browser, signIn, session, platform } = openPlain({ jwt: { maxAge: HOUR } });
  await signIn();
  assert.equal((await session())?.expires, "2030-01-01T01:00:00.000Z");
  platform.tick(HOUR);
  assert.equal(await session(), null);
  assert.equal(cookieOf(browser), "");
});

test("A session in use goes on, however short jwt.maxAge is", async () => {
  const { signIn, session, platform } = openPlain({ jwt: { maxAge: HOUR } });
  await signIn();
  platform.tick(HOUR / 2);
  assert.equal((await session())?.expires, "2030-01-01T01:30:00.000Z");
  platform.tick(HOUR - 1);
  assert.ok(await session());
});

test("A session with updateAge 0 is renewed each time", async () => {
  const { browser, signIn, session, platform } = openPlain({ session: { updateAge: 0 } });
  await signIn();
  const before = cookieOf(browser);
  platform.tick(1);
  await session();
  assert.notEqual(cookieOf(browser), before);
});

test("A session is written anew when callbacks.jwt changes it, and only then", async () => {
  let role = "user";
  const { browser, signIn, session } = openPlain({
    callbacks: {
      jwt: ({ token }) => ({ ...token, role }),
      session: ({ session, token }) => ({ ...session, role: token.role }),
    },
  });
  await signIn();
  const before = cookieOf(browser);
  await session();
  assert.equal(cookieOf(browser), before);
  role = "admin";
  assert.equal((await session<{ role: string }>())?.role, "admin");
  const after = cookieOf(browser);
  assert.notEqual(after, before);
  await session();
  assert.equal(cookieOf(browser), after);
});

test("A change that callbacks.jwt makes in place is seen too", async () => {
  let visits = 0;
  const { signIn, session } = openPlain({
    callbacks: {
      jwt: ({ token, trigger }) => {
        token.visits = trigger ? 0 : Number(token.visits) + 1;
        return token;
      },
      session: ({ session, token }) => (visits = Number(token.visits), session),
    },
  });
  await signIn();
  for (const expected of [2, 3, 4]) {
    await session();
    assert.equal(visits, expected);
  }
});

// Updates

for (const [how, init, data] of [["JSON", { json: true }, { a: [1] }], ["a form", {}, "a"]] as const) {
  test(`POST session hands the data of ${how} to the callbacks, and answers what they make of it`, async () => {
    const { browser, signIn, post, session } = openPlain(keepingData());
    await signIn();
    const before = cookieOf(browser);
    const response = await post("session", { data }, init);
    assert.equal(response.status, 200);
    assert.deepEqual((await response.json()).data, data);
    assert.notEqual(cookieOf(browser), before);
    assert.deepEqual((await session<{ data: unknown }>())?.data, data);
  });
}

test("POST session is kept by no cache (SE-12)", async () => {
  const { signIn, post } = openPlain();
  await signIn();
  assert.equal((await post("session")).headers.get("cache-control"), "private, no-cache, no-store");
});

test("POST session changes nothing by itself but prolongs the session (SE-13)", async () => {
  const { signIn, post, session, platform } = openPlain();
  await signIn();
  platform.tick(HOUR);
  const data = { user: { name: "Eve", email: "eve@evil.test" }, sub: "eve", name: "Eve", expires: "never" };
  const { user } = (await session())!;
  await post("session", { data, ...data }, { json: true });
  assert.equal(user.name, "Ada Lovelace");
  assert.deepEqual(await session(), { user, expires: "2030-01-31T01:00:00.000Z" });
});

test("POST session begins no session (SE-14)", async () => {
  const { post, session } = openPlain({
    callbacks: { jwt: ({ token, session }) => ({ ...token, ...session as object }) },
  });
  const response = await post("session", { data: { name: "Eve", sub: "eve" } }, { json: true });
  assert.equal(response.status, 200);
  assert.equal(await response.json(), null);
  assert.deepEqual(cookiesOf(response), {});
  assert.equal(await session(), null);
});

test("POST session answers 400 and null if a callback fails, and the session goes on as it was", async () => {
  const { browser, signIn, post, session, log } = openPlain({
    callbacks: {
      jwt({ token, trigger }) {
        if (trigger === "update") throw new Error("no such field");
        return token;
      },
    },
  });
  await signIn();
  const before = cookieOf(browser);
  const response = await post("session", { data: { admin: true } }, { json: true });
  assert.equal(response.status, 400);
  assert.equal(await response.json(), null);
  assert.equal(cookieOf(browser), before);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.match(log(), /JWTSessionError: [^\n]*\n.*"action":"POST session"/);
});

// Sessions that are too large for one cookie

test("A session grows over several cookies, shrinks to one again, and leaves none behind (SE-10)", async () => {
  const { browser, signIn, post, session } = openPlain(keepingData());
  await signIn();
  // Encrypted, 3 characters become 4: 4096 bytes hold about 2900.
  for (
    const [size, cookies] of [[1000, 1], [9000, 4], [5000, 2], [9000, 4], [10, 1]] as const
  ) {
    const data = noise(size);
    await post("session", { data }, { json: true });
    assert.equal((await session<{ data: string }>())?.data, data, `${size} characters`);
    const names = cookies === 1 ? [COOKIE] : Array.from({ length: cookies }, (_, i) => `${COOKIE}.${i}`);
    assert.deepEqual(sessionCookieNames(browser), names);
    for (const { name, value } of browser.cookies(APP)) assert.ok(name.length + value.length <= 4096);
  }
  assert.deepEqual(browser.refused, []);
  await post("session", { data: noise(9000) }, { json: true });
  await post("signout");
  assert.deepEqual(sessionCookieNames(browser), []);
  assert.equal(await session(), null);
});

test("A session that is large from the start works, and each of its cookies fits a browser with its attributes", async () => {
  const world = openPlain({
    callbacks: { jwt: ({ token, user }) => user ? { ...token, data: noise(9000) } : token },
  });
  const { browser, signIn, session } = world;
  const { cookies } = await signInAt(APP, world);
  const headers = Object.values(cookies).filter((header) => header.startsWith(COOKIE));
  assert.equal(headers.length, 4);
  for (const header of headers) assert.ok(header.length <= 4096, String(header.length));
  await signIn();
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.deepEqual(browser.refused, []);
});

test("A session of any size fits into its cookies, however many it takes (SE-10)", async () => {
  const { signIn, post, session, browser } = openPlain(keepingData());
  await signIn();
  for (let size = 2600; size < 3000; size += 20) {
    const response = await post("session", { data: noise(size) }, { json: true });
    for (const header of response.headers.getSetCookie()) assert.ok(header.length <= 4096, `${size}`);
    assert.equal((await session<{ data: string }>())?.data, noise(size));
  }
  assert.deepEqual(browser.refused, []);
});

test("A small session after a large one leaves no cookies of the large one behind (SE-10)", async () => {
  let size = 9000;
  const { browser, signIn, session, idp } = openPlain({
    callbacks: { jwt: ({ token, user }) => user ? { ...token, data: noise(size) } : token },
  });
  await signIn();
  size = 10;
  idp.login({ sub: "grace", name: "Grace Hopper" });
  await signIn();
  assert.deepEqual(sessionCookieNames(browser), [COOKIE]);
  assert.equal((await session())?.user.name, "Grace Hopper");
});

for (
  const [what, change] of Object.entries<(chunks: string[], others: string[]) => Record<string, string>>({
    "two chunks have changed places": ([a, b, c]) => ({ 0: b!, 1: a!, 2: c! }),
    "the first chunk is lost": ([, b, c]) => ({ 1: b!, 2: c! }),
    "a chunk in the middle is lost": ([a, , c]) => ({ 0: a!, 2: c! }),
    "the last chunk is lost": ([a, b]) => ({ 0: a!, 1: b! }),
    "a chunk is another session's": ([a, , c], [, b]) => ({ 0: a!, 1: b!, 2: c! }),
    "a chunk is empty": ([a, , c]) => ({ 0: a!, 1: "", 2: c! }),
    "a chunk of an older session follows": ([a, b, c], [, , d]) => ({ 0: a!, 1: b!, 2: c!, 3: d! }),
  })
) {
  test(`Nobody is signed in, and the cookies are removed, if ${what} (SE-10)`, async () => {
    const [one, other] = [await largeSession("ada"), await largeSession("grace")];
    const changed = change(one.chunks, other.chunks);
    const cookie = Object.entries(changed).map(([i, value]) => `${COOKIE}.${i}=${value}`);
    const headers = { cookie: [...cookie, `${COOKIE}-x=1`, `${COOKIE}.x=1`].join("; ") };
    const response = await Auth(request("/auth/session", { headers }), one.config);
    assert.equal(await response.json(), null);
    const expected = changed[0] === undefined ? [] : Object.keys(changed).map((i) => `${COOKIE}.${i}`);
    assert.deepEqual(Object.keys(cookiesOf(response)).sort(), expected);
  });
}

test("Cookies whose names only begin like the session's change nothing (SE-10)", async () => {
  const { browser, signIn, session } = openPlain();
  await signIn();
  for (const end of ["-x", ".x", ".1x", ".-1", "_0", "."]) {
    browser.setCookie(APP, `${COOKIE}${end}=stray; Secure; Path=/`);
  }
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

test("Of two session cookies the first counts, which has the longer path", async () => {
  const { browser, signIn, config } = openPlain();
  await signIn();
  const read = async (cookie: string) =>
    await (await Auth(request("/auth/session", { headers: { cookie } }), config)).json();
  const own = `${COOKIE}=${cookieOf(browser)}`;
  assert.equal((await read(`${own}; ${COOKIE}=other`)).user.name, "Ada Lovelace");
  assert.equal(await read(`${COOKIE}=other; ${own}`), null);
});

test("Chunks that were left behind do not hide a whole cookie (SE-10)", async () => {
  const { browser, signIn, session } = openPlain();
  await signIn();
  browser.setCookie(APP, `${COOKIE}.0=stale; Secure; Path=/`);
  browser.setCookie(APP, `${COOKIE}.1=stale; Secure; Path=/`);
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

// Tokens that nobody issued

test("A token of which anything has changed is nobody's, and is removed (SE-04)", async () => {
  const { browser, signIn, config, platform } = openPlain();
  await signIn();
  const token = cookieOf(browser);
  platform.lines.length = 0;
  let tried = 0;
  for (let at = 0; at < token.length; at += 7) {
    const other = token[at] === "A" ? "B" : "A";
    const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    const response = await sessionWith(changed, config);
    assert.equal(await response.json(), null, `character ${at}`);
    assert.match(cookiesOf(response)[COOKIE]!, /=; Max-Age=0;/);
    tried++;
  }
  // Each is logged once.
  assert.equal(platform.lines.length, tried);
  assert.ok(platform.lines.every(({ text }) => text.includes("JWTSessionError")));
});

for (
  const [what, header] of [
    ["without a signature (SE-05)", { alg: "none" }],
    ["that is signed, not encrypted (SE-05)", { alg: "HS256" }],
    ["whose key is a password (SE-06)", {
      alg: "PBES2-HS256+A128KW",
      enc: "A256CBC-HS512",
      p2c: 2e9,
      p2s: "x",
    }],
    ["with a key of its own (SE-06)", { alg: "RSA-OAEP", enc: "A256GCM" }],
    ["that is compressed", { alg: "dir", enc: "A256CBC-HS512", zip: "DEF" }],
    ["with an extension that must be understood", { alg: "dir", enc: "A256CBC-HS512", crit: ["x"], x: 1 }],
  ] as const
) {
  test(`A token ${what} is nobody's, and is refused at once`, async () => {
    const { config } = openPlain();
    const encoded = btoa(JSON.stringify(header)).replaceAll("=", "");
    const claims = btoa(JSON.stringify({ sub: "eve", name: "Eve", exp: 4e9 })).replaceAll("=", "");
    const iv = "A".repeat(22);
    for (
      const token of [`${encoded}.${claims}.`, `${encoded}..${iv}.${claims}.${iv}`, `${encoded}.${claims}`]
    ) {
      const before = performance.now();
      assert.equal(await (await sessionWith(token, config)).json(), null);
      assert.ok(performance.now() - before < 2000);
    }
  });
}

test("The sealed cookie of a sign-in under way is no session, and a session is no sign-in (SE-07)", async () => {
  const { browser, post, signIn, config } = openPlain();
  await post("signin/idp");
  const flow = browser.cookies(APP).find(({ name }) => name.includes("flow"))!;
  assert.equal(await (await sessionWith(flow.value, config)).json(), null);
  await signIn();
  const cookie = `${flow.name}=${cookieOf(browser)}`;
  const response = await Auth(request("/auth/callback/idp?code=x&state=y", { headers: { cookie } }), config);
  assert.match(response.headers.get("location")!, /error=InvalidCheck/);
});

test("A token under the name of another cookie is nobody's (SE-07)", async () => {
  const { cookies } = await signInAt("http://app.test", openPlain());
  const token = cookies["latchkey.session-token"]!.split(/[=;]/)[1]!;
  assert.equal(await (await sessionWith(token, openPlain().config)).json(), null);
});

test("Sessions outlive a new secret, and end with their own (SE-09)", async () => {
  const next = "the-next-secret-of-forty-letters-or-so-1";
  const { browser, signIn, config, platform, session } = openPlain();
  const use = (secret: AuthConfig["secret"]) => {
    const rotated = { ...config, secret };
    platform.sites[APP] = (request) => Auth(request, rotated);
  };
  await signIn();
  const old = cookieOf(browser);
  use([next, SECRET]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  platform.tick(DAY);
  await session();
  use([next]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.equal(await (await sessionWith(old, { ...config, secret: [next] })).json(), null);
});

test("A session with no secret, or an empty one, is never read (CFG-02)", async () => {
  const { browser, signIn, config } = openPlain();
  await signIn();
  for (const secret of [undefined, "", [], [""], [SECRET, ""]]) {
    const response = await sessionWith(cookieOf(browser), { ...config, secret });
    assert.equal(response.status, 500);
    assert.deepEqual(cookiesOf(response), {});
  }
});

test("getToken() reads the session cookie of a request, whole or in chunks", async () => {
  for (const size of [0, 9000]) {
    const { browser, signIn, platform } = openPlain({
      // getToken() has the clock of the runtime.
      callbacks: { jwt: ({ token }) => ({ ...token, data: noise(size) }) },
    });
    platform.tick((Date.now() - platform.now()) / 1000);
    await signIn();
    const token = await getToken({ req: requestOf(browser), secret: SECRET });
    assert.equal(token?.name, "Ada Lovelace");
    assert.equal(await getToken({ req: requestOf(browser), secret: "x".repeat(32) }), null);
  }
});

test("jwt.encode and jwt.decode keep the token in the application's own way", async () => {
  const seen: unknown[] = [];
  const { browser, signIn, session, post } = openPlain({
    jwt: {
      encode: (params) => (seen.push(params), btoa(JSON.stringify(params.token))),
      decode: (params) => (seen.push(params), JSON.parse(atob(params.token!))),
    },
    session: { maxAge: HOUR },
  });
  await signIn();
  const { sub, ...claims } = JSON.parse(atob(decodeURIComponent(cookieOf(browser))));
  const expected = { ...CLAIMS, auth_time: Date.UTC(2030, 0, 1) / 1000 };
  assert.deepEqual(claims, expected);
  const [encoded, decoded] = seen;
  const secret = [SECRET];
  assert.deepEqual(encoded, { token: { ...expected, sub }, secret, salt: COOKIE, maxAge: HOUR });
  assert.deepEqual(Object.keys(decoded as object).sort(), ["salt", "secret", "token"]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  await post("signout");
  assert.equal(await session(), null);
});

for (
  const [what, decode] of Object.entries<() => Promise<null>>({
    "refuses": () => Promise.resolve(null),
    "rejects": () => Promise.reject(new Error("no")),
  })
) {
  test(`Nobody is signed in if jwt.decode ${what}`, async () => {
    const { browser, signIn, session } = openPlain({ jwt: { decode } });
    assert.equal((await signIn()).text, "Nobody is signed in");
    assert.equal(await session(), null);
    assert.equal(cookieOf(browser), "");
  });
}

// In the application's own code

test("resolveSession() reads what callbacks.session returns, with its type", async () => {
  const world = openPlain();
  await world.signIn();
  const config = {
    ...world.config,
    callbacks: { session: ({ session }) => ({ ...session, role: "admin" as const }) },
  } satisfies ConfigOfAnyStrategy;
  const { session, headers } = await resolveSession(requestOf(world.browser), config);
  const role: "admin" | undefined = session?.role;
  assert.equal(role, "admin");
  assert.equal(session?.user.name, "Ada Lovelace");
  assert.deepEqual([...headers], []);
});

test("resolveSession() hands out the renewed cookie, kept by no cache (SE-12)", async () => {
  const { browser, signIn, platform, config, session } = openPlain();
  await signIn();
  platform.tick(29 * DAY);
  const page = await browser.open(APP);
  assert.equal(page.text, "Hello Ada Lovelace");
  platform.tick(29 * DAY);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  platform.tick(DAY);
  const { headers } = await resolveSession(requestOf(browser), config);
  assert.deepEqual([...headers.keys()], ["cache-control", "set-cookie"]);
  assert.equal(headers.get("cache-control"), "private, no-cache, no-store");
});

test("resolveSession() answers null to a stranger, and removes a cookie that cannot be read (SE-11)", async () => {
  const { config } = openPlain();
  const stranger = await resolveSession(request("/"), config);
  assert.equal(stranger.session, null);
  assert.deepEqual([...stranger.headers], []);
  const broken = await resolveSession(request("/", { headers: { cookie: `${COOKIE}=x` } }), config);
  assert.equal(broken.session, null);
  assert.match(broken.headers.get("set-cookie")!, new RegExp(`^${COOKIE}=; Max-Age=0;`));
});

test("resolveSession() looks for the cookie of the request's scheme", async () => {
  const { cookies, config } = await signInAt("http://app.test", openPlain());
  const cookie = cookies["latchkey.session-token"]!.split(";")[0]!;
  const read = (url: string) => resolveSession(new Request(url, { headers: { cookie } }), config);
  assert.equal((await read("http://app.test/")).session?.user?.name, "Ada Lovelace");
  assert.equal((await read("https://app.test/")).session, null);
});

/** A config that keeps in the session whatever the browser sends. */
function keepingData(): WorldConfig {
  return {
    callbacks: {
      jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, data: session } : token,
      session: ({ session, token }) => ({ ...session, data: token.data }),
    },
  };
}

function watching(seen: JWT[]): WorldConfig {
  return { callbacks: { jwt: ({ token }) => (seen.push({ ...token }), token) } };
}

/** What the library itself writes into a token. */
function timesOf({ iat, exp, jti }: JWT = {}): JWT {
  assert.equal(typeof jti, "string");
  return { iat, exp, jti };
}

/** Signs in without a browser, as one of these on http takes no cookies from anybody. */
async function signInAt(url: string, { config, idp }: World) {
  const csrf = await Auth(new Request(`${url}/auth/csrf`), config);
  const { csrfToken } = await csrf.json();
  const start = await Auth(
    new Request(`${url}/auth/signin/idp`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: toCookie(csrf) },
    }),
    config,
  );
  const authorized = await idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  const end = await Auth(
    new Request(authorized.headers.get("location")!, { headers: { cookie: toCookie(start) } }),
    config,
  );
  return { config, started: { ...cookiesOf(csrf), ...cookiesOf(start) }, cookies: cookiesOf(end) };
}

function toCookie({ headers }: Response): string {
  return headers.getSetCookie().map((header) => header.split(";")[0]!).join("; ");
}

/** The session cookie's value in a browser; `""` if there is none. */
function cookieOf(browser: World["browser"]): string {
  return browser.cookies(APP).find(({ name }) => name === COOKIE)?.value ?? "";
}

function sessionCookieNames(browser: World["browser"]): string[] {
  return browser.cookies(APP).map(({ name }) => name).filter((name) => name.startsWith(COOKIE)).sort(
    byNumber,
  );
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** Asks for the session of a token, without a browser. */
function sessionWith(token: string, config: AuthConfig): Promise<Response> {
  return Auth(request("/auth/session", { headers: { cookie: `${COOKIE}=${token}` } }), config);
}

/** A request for the application's page, as a browser sends it. */
function requestOf(browser: World["browser"]): Request {
  const cookie = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  return request("/", { headers: { cookie } });
}

/** A session in three chunks. */
async function largeSession(sub: string) {
  const options: WorldOptions = {
    idp: { user: { sub, name: sub } },
    callbacks: { jwt: ({ token }) => ({ ...token, data: noise(7000) }) },
  };
  const { browser, signIn, config } = openPlain(options);
  await signIn();
  const cookies = browser.cookies(APP).filter(({ name }) => name.startsWith(COOKIE));
  const chunks = cookies.sort((a, b) => byNumber(a.name, b.name)).map(({ value }) => value);
  assert.equal(chunks.length, 3);
  return { config, chunks };
}

/** Text of some length that is always the same. */
function noise(length: number): string {
  return Array.from({ length }, (_, i) => ((i * 2654435761) % 36).toString(36)).join("");
}
