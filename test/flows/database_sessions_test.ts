import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { resolveSession, type Session, type SessionParams } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AdapterError } from "../../src/errors/errors.ts";
import { encode } from "../../src/model/jwt.ts";
import { ADAPTERS, type DatabaseWorld, openDatabase, sessionCookie, storeUser } from "./_database.ts";
import { APP, cookiesOf, SECRET } from "./_world.ts";

const COOKIE = "__Host-latchkey.session-token";
const DAY = 86_400;

/** Signs in with a password, as the user `1`. */
async function signedIn(world: DatabaseWorld): Promise<DatabaseWorld> {
  await storeUser(world);
  await world.typePassword();
  assert.ok(sessionCookie(world.browser), world.log());
  world.db.calls.length = 0;
  return world;
}

/** When the one stored session ends, and when its cookie does, in seconds from now. */
async function endOf({ db, platform, browser }: DatabaseWorld) {
  const [session] = await db.sessions();
  const fromNow = (time: number) => (time - platform.now()) / 1000;
  return { row: fromNow(session!.expires.getTime()), cookie: fromNow(sessionCookie(browser)!.expires!) };
}

/** A request with a session cookie. */
function withToken(token: string, path = "/auth/session"): Request {
  return new Request(`${APP}${path}`, { headers: { cookie: `${COOKIE}=${encodeURIComponent(token)}` } });
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`GET session prolongs a session in use, cookie and row alike, once in updateAge, with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    assert.deepEqual(await endOf(world), { row: 30 * DAY, cookie: 30 * DAY });
    world.platform.tick(DAY - 1);
    assert.ok(await world.session());
    assert.deepEqual(await endOf(world), { row: 29 * DAY + 1, cookie: 29 * DAY + 1 });
    world.platform.tick(1);
    const session = await world.session();
    assert.deepEqual(await endOf(world), { row: 30 * DAY, cookie: 30 * DAY });
    assert.equal(session!.expires, new Date(world.platform.now() + 30 * DAY * 1000).toISOString());
    await world.session();
    const writes = world.db.calls.filter((method) => method !== "getSessionAndUser");
    assert.equal(writes.length, 1, String(writes));
  });

  test(`GET session prolongs at each access with updateAge 0, with ${kind}`, async () => {
    const world = await signedIn(
      openDatabase({ adapter: adapter(), session: { maxAge: 100, updateAge: 0 } }),
    );
    for (let time = 0; time < 3; time++) {
      world.platform.tick(50);
      await world.session();
      assert.deepEqual(await endOf(world), { row: 100, cookie: 100 });
    }
  });

  test(`GET session answers null when the session is over, and removes row and cookie, with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter(), session: { maxAge: 60 } }));
    const { value } = sessionCookie(world.browser)!;
    world.platform.tick(60);
    const response = await world.platform.sites[APP]!(withToken(value));
    assert.equal(await response.json(), null);
    assert.match(cookiesOf(response)[COOKIE]!, /=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    assert.deepEqual(await world.db.sessions(), []);
  });

  test(`POST signout removes row and cookie (SE-11, RC-07), with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    const { value } = sessionCookie(world.browser)!;
    const response = await world.post("signout", { callbackUrl: "/bye" });
    assert.equal(response.headers.get("location"), `${APP}/bye`);
    assert.deepEqual(await world.db.sessions(), []);
    assert.equal(sessionCookie(world.browser), undefined);
    const replayed = await world.platform.sites[APP]!(withToken(value));
    assert.equal(await replayed.json(), null);
  });

  test(`Auth() replaces the session of a browser that signs in again (SE-11, EM-18), with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    const before = sessionCookie(world.browser)!.value;
    await world.typePassword();
    const after = sessionCookie(world.browser)!.value;
    assert.notEqual(after, before);
    assert.equal((await world.db.sessions()).length, 1);
    const replayed = await world.platform.sites[APP]!(withToken(before));
    assert.equal(await replayed.json(), null);
  });

  test(`Auth() keeps the sessions of other browsers, with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    const other = world.visitor();
    await world.typePassword(undefined, other);
    await world.post("signout");
    assert.ok(await world.sessionIn(other));
    assert.equal((await world.db.sessions()).length, 1);
  });

  test(`Auth() finds sessions that Auth.js stored, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await storeUser(world);
    const expires = new Date(world.platform.now() + DAY * 1000);
    await world.db.adapter.createSession({ sessionToken: "plain-token", userId: "1", expires });
    const response = await world.platform.sites[APP]!(withToken("plain-token"));
    assert.equal((await response.json()).user.name, "Ada Lovelace");
    // It ends as any other.
    world.browser.setCookie(APP, `${COOKIE}=plain-token; Secure; Path=/`);
    await world.post("signout");
    assert.deepEqual(await world.db.sessions(), []);
  });

  test(`GET session opens nothing with what a stolen table says (SE-11), with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    const { sessionToken } = (await world.db.sessions())[0]!;
    assert.match(sessionToken, /^sha256:[\da-f]{64}$/);
    for (const token of [sessionToken, sessionToken.slice(7), sessionToken.toUpperCase()]) {
      const response = await world.platform.sites[APP]!(withToken(token));
      assert.equal(await response.json(), null, token);
    }
    assert.equal((await world.db.sessions()).length, 1);
  });

  test(`GET session answers 503, signs no one in or out, and goes on, when the database fails (SE-11, RC-06), with ${kind}`, async () => {
    const world = await signedIn(openDatabase({ adapter: adapter() }));
    world.db.fault = { call: 0, moment: "before" };
    const response = await world.browser.fetch(`${APP}/auth/session`);
    const message = "The session cannot be read at the moment.";
    assert.deepEqual([response.status, await response.json()], [503, { message }]);
    assert.deepEqual(cookiesOf(response), {});
    assert.match(response.headers.get("cache-control")!, /no-store/);
    assert.match(world.log(), /AdapterError: Cannot ask the database: `getSessionAndUser` failed/);
    assert.ok(await world.session(), "the session has survived");
  });

  test(`POST session passes the data of the browser to callbacks.session, with ${kind}`, async () => {
    const seen: unknown[] = [];
    const world = await signedIn(openDatabase({
      adapter: adapter(),
      callbacks: {
        session: ({ session, newSession, trigger }) => {
          seen.push({ newSession, trigger });
          return { name: session.user.name, newSession };
        },
      },
    }));
    seen.length = 0;
    await world.session();
    const response = await world.post("session", { data: { theme: "dark" } }, { json: true });
    assert.deepEqual(await response.json(), { name: "Ada Lovelace", newSession: { theme: "dark" } });
    assert.deepEqual(seen, [
      { newSession: undefined, trigger: undefined },
      { newSession: { theme: "dark" }, trigger: "update" },
    ]);
  });
}

test("Auth() sets the session cookie as it should be, and stores the hash of its token", async () => {
  const world = openDatabase();
  await storeUser(world);
  const response = await world.post("callback/password", { password: "correct horse" });
  assert.match(
    cookiesOf(response)[COOKIE]!,
    /^__Host-latchkey\.session-token=[\w-]{43}\.[\da-z]{6}; Path=\/; Expires=Thu, 31 Jan 2030 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.equal(response.headers.get("cache-control"), "private, no-cache, no-store");
  const { value } = sessionCookie(world.browser)!;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  const [session] = await world.db.sessions();
  assert.equal(session!.sessionToken, `sha256:${Buffer.from(digest).toString("hex")}`);
});

test("Auth() makes tokens that do not repeat (SE-11)", async () => {
  const world = openDatabase();
  await storeUser(world);
  const tokens = new Set<string>();
  for (let time = 0; time < 50; time++) {
    await world.typePassword();
    tokens.add(sessionCookie(world.browser)!.value);
  }
  assert.equal(tokens.size, 50);
});

test("Auth() uses the token of generateSessionToken", async () => {
  const world = await signedIn(openDatabase({ session: { generateSessionToken: () => "my token; ü" } }));
  assert.equal(decodeURIComponent(sessionCookie(world.browser)!.value), "my token; ü");
  assert.ok(await world.session());
  await world.post("signout");
  assert.equal(await world.session(), null);
});

test("GET session reads the database once, and writes nothing; without a cookie it asks nothing", async () => {
  const world = await signedIn(openDatabase());
  await world.session();
  assert.deepEqual(world.db.calls, ["getSessionAndUser"]);
  const response = await world.visitor().fetch(`${APP}/auth/session`);
  assert.equal(await response.json(), null);
  assert.deepEqual([world.db.calls.length, cookiesOf(response)], [1, {}]);
});

test("GET session removes a cookie without a session (SE-11)", async () => {
  const jwt = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: COOKIE });
  for (const token of [jwt, "unknown", "sha256:", "null", "a".repeat(4000)]) {
    const world = await signedIn(openDatabase());
    const response = await world.platform.sites[APP]!(withToken(token));
    assert.equal(await response.json(), null);
    assert.match(cookiesOf(response)[COOKIE]!, /Max-Age=0/);
    assert.equal((await world.db.sessions()).length, 1);
  }
});

test("GET session opens nothing by the hash in other letters, where the database ignores case (SE-11)", async () => {
  const adapter = Memory();
  const world = await signedIn(openDatabase({
    adapter: { ...adapter, getSessionAndUser: (token) => adapter.getSessionAndUser(token.toLowerCase()) },
    session: { generateSessionToken: () => "token" },
  }));
  assert.ok(await world.session());
  const [session] = await world.db.sessions();
  for (const token of [session!.sessionToken.toUpperCase(), session!.sessionToken.replace("s", "S")]) {
    assert.equal(await (await world.platform.sites[APP]!(withToken(token))).json(), null, token);
  }
});

test("GET session shows id, name, address and picture of the user, and nothing else of the row (CR-06)", async () => {
  const world = openDatabase();
  await storeUser(world, { role: "admin", password: "hash" } as object);
  await world.typePassword();
  assert.deepEqual(await world.session(), {
    user: { id: "1", name: "Ada Lovelace", email: "ada@example.com" },
    expires: new Date(world.platform.now() + 30 * DAY * 1000).toISOString(),
  });
});

test("callbacks.session is given what the browser may see, the session's hash, the user as stored, and no token", async () => {
  const seen: SessionParams[] = [];
  const world = openDatabase({
    callbacks: {
      session: (params) => {
        seen.push(params);
        return params.session;
      },
    },
  });
  const ada = await storeUser(world, { role: "admin" } as object);
  await world.typePassword();
  const signedInAt = new Date(world.platform.now());
  seen.length = 0;
  world.platform.tick(60);
  await world.session();
  const expires = new Date(signedInAt.getTime() + 30 * DAY * 1000);
  const user = { id: "1", name: "Ada Lovelace", email: "ada@example.com", image: undefined };
  const { sessionToken: sessionId } = (await world.db.sessions())[0]!;
  assert.deepEqual(seen, [{ session: { user, expires }, sessionId, user: ada, signedInAt, amr: [], aal: 1 }]);
  assert.equal(JSON.stringify(seen).includes(sessionCookie(world.browser)!.value), false);
});

test("callbacks.session may return the Date of a stored session, and every reader receives text", async () => {
  const dates: unknown[] = [];
  const world = openDatabase({
    callbacks: {
      session: ({ session, user }) => {
        if (user) dates.push(session.expires.toISOString());
        return { ...session, plan: "free" };
      },
    },
  });
  await storeUser(world);
  await world.typePassword();
  const expires = new Date(world.platform.now() + 30 * DAY * 1000).toISOString();
  assert.equal((await world.session())?.expires, expires);
  const request = withToken(sessionCookie(world.browser)!.value, "/");
  const { session } = await resolveSession(request, world.config);
  assert.equal((session as Session | null)?.expires, expires);
  assert.deepEqual(new Set(dates), new Set([expires]));
});

test("GET session answers null if callbacks.session throws, and keeps the session", async () => {
  let throws = false;
  const world = await signedIn(openDatabase({
    callbacks: {
      session: ({ session: { user } }) => {
        if (throws) throw new Error("no cache");
        return { user };
      },
    },
  }));
  throws = true;
  assert.equal(await world.session(), null);
  assert.match(
    world.log(),
    /SessionTokenError: Cannot read the session: callbacks\.session failed[\s\S]*no cache/,
  );
  throws = false;
  assert.ok(await world.session());
});

test("POST session answers 503 if the database fails, 400 and null if a callback does, and keeps the session", async () => {
  let throws = false;
  const world = await signedIn(openDatabase({
    callbacks: { session: ({ session }) => throws ? Promise.reject(new Error("no cache")) : session },
  }));
  const update = async () => {
    const response = await world.post("session", { data: {} }, { json: true });
    return [response.status, await response.json(), cookiesOf(response)];
  };
  world.db.fault = { call: 0, moment: "before" };
  assert.deepEqual(await update(), [503, { message: "The session cannot be read at the moment." }, {}]);
  throws = true;
  assert.deepEqual(await update(), [400, null, {}]);
  throws = false;
  assert.ok(await world.session());
});

test("POST session without a session creates none (SE-13, SE-14)", async () => {
  const world = openDatabase();
  await storeUser(world);
  const response = await world.post("session", { data: { userId: "1", sub: "1" } }, { json: true });
  assert.equal(await response.json(), null);
  assert.deepEqual(await world.db.sessions(), []);
});

test("POST signout signs out although the database fails, and logs it", async () => {
  const world = await signedIn(openDatabase());
  const page = await world.browser.open(`${APP}/auth/signout?callbackUrl=/bye`);
  world.db.calls.length = 0;
  world.db.fault = { call: 0, moment: "before" };
  assert.equal((await page.submit("Sign out")).url, `${APP}/bye`);
  assert.equal(sessionCookie(world.browser), undefined);
  assert.match(world.log(), /SignOutError: Cannot end the session: only its cookie is gone/);
});

test("resolveSession() reads a stored session, prolongs it, and returns headers to send", async () => {
  const world = await signedIn(openDatabase());
  const { value } = sessionCookie(world.browser)!;
  const fresh = await resolveSession(withToken(value, "/"), world.config);
  assert.equal(fresh.session?.user?.name, "Ada Lovelace");
  assert.deepEqual([...fresh.headers.keys()], ["cache-control"]);
  world.platform.tick(DAY);
  const renewed = await resolveSession(withToken(value, "/"), world.config);
  const [session] = await world.db.sessions();
  const cookie = renewed.headers.get("set-cookie")!;
  assert.match(cookie, new RegExp(`^${COOKIE}=${value}; .*Expires=${session!.expires.toUTCString()};`));
  assert.match(renewed.headers.get("cache-control")!, /no-store/);
});

test("resolveSession() rejects when the database fails, rather than take the user for signed out (SE-11)", async () => {
  const world = await signedIn(openDatabase());
  const read = () => resolveSession(withToken(sessionCookie(world.browser)!.value, "/"), world.config);
  world.db.fault = { call: 0, moment: "before" };
  await assert.rejects(read(), AdapterError);
  assert.ok((await read()).session);
});
