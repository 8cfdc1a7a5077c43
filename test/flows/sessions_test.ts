import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type ConfigOfAnyStrategy, resolveSession, type User } from "../../mod.ts";
import { COOKIE, cookieOf, DAY, HOUR, keepingData, requestOf, signInAt } from "./_sessions.ts";
import { APP, cookiesOf, openPlain, request } from "./_world.ts";

/** The headers of an answer that sets no cookie. */
const NO_STORE = [["cache-control", "private, no-cache, no-store"]];

// What a session says

test("GET session answers id, name, email, image and when the session ends", async () => {
  const users: User[] = [];
  const { signIn, session } = openPlain({ events: { signIn: ({ user }) => void users.push(user) } });
  await signIn();
  assert.ok(users[0]!.id);
  assert.deepEqual(await session(), {
    user: { id: users[0]!.id, name: "Ada Lovelace", email: "ada@example.com", image: null },
    expires: "2030-01-31T00:00:00.000Z",
  });
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

// The life of a session

test("a session is unchanged until updateAge has passed, and then prolonged by maxAge", async () => {
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
  assert.deepEqual([...headers], NO_STORE);
});

test("resolveSession() returns the renewed cookie, with headers against caching (SE-12)", async () => {
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

test("resolveSession() returns null without a session, and removes an unreadable cookie (SE-11)", async () => {
  const { config } = openPlain();
  const stranger = await resolveSession(request("/"), config);
  assert.equal(stranger.session, null);
  assert.deepEqual([...stranger.headers], NO_STORE);
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
