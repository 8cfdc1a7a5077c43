import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConfigOfAnyStrategy } from "../../src/model/auth_config.ts";
import { MissingSecret, UntrustedHost } from "../../src/errors/errors.ts";
import { encodeWith } from "../../src/model/jwt.ts";
import { resolveSession, sessionOf } from "../../src/core/resolve_session.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { openDatabase } from "../flows/_database.ts";
import { APP, cookieHeader } from "../flows/_world.ts";
import type { JWT } from "../../src/values/types.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const NAME = "__Host-latchkey.session-token";
const DAY = 86_400;
/** The headers of an answer that sets no cookie. */
const NO_STORE = [["cache-control", "private, no-cache, no-store"]];

/** An application, and requests of somebody who signed in there. */
function open(other: Partial<ConfigOfAnyStrategy> = {}) {
  const platform = testPlatform();
  const config: ConfigOfAnyStrategy = Object.freeze({
    providers: [],
    secret: SECRET,
    trustHost: true,
    platform,
    ...other,
  });
  const request = (cookie: string, url = "https://app.test/page") =>
    new Request(url, { headers: { cookie } });
  return {
    platform,
    config,
    request,
    async signedIn(claims: JWT = { name: "Ada", email: "ada@example.com", sub: "u1" }, salt = NAME) {
      return request(`${salt}=${await encodeWith({ token: claims, secret: SECRET, salt }, platform)}`);
    },
  };
}

test("resolveSession() says who is signed in, and until when", async () => {
  const { config, signedIn } = open();
  const { session, headers } = await resolveSession(await signedIn(), config);
  assert.deepEqual(session, {
    user: { id: "u1", name: "Ada", email: "ada@example.com", image: undefined },
    expires: "2030-01-31T00:00:00.000Z",
  });
  assert.deepEqual([...headers], NO_STORE);
});

test("resolveSession() returns null without a valid session", async () => {
  const { config, request, signedIn } = open();
  const others = [
    new Request("https://app.test/"),
    request("other=1"),
    await signedIn({ sub: "u1" }, "latchkey.session-token"),
    await signedIn({ sub: "u1" }, "__Secure-other"),
  ];
  for (const other of others) {
    const { session, headers } = await resolveSession(other, config);
    assert.deepEqual([session, [...headers]], [null, NO_STORE]);
  }
  assert.deepEqual((await sessionOf(request("other=1"), config)).cookies, []);
});

test("sessionOf() asks the database once for a stored session, also where it must not have ended", async () => {
  const { browser, config, db, signIn } = openDatabase({ session: { strategy: "database" } });
  await signIn();
  db.calls.length = 0;
  const request = new Request(`${APP}/home`, { headers: { cookie: cookieHeader(browser) } });
  const { session, isLive } = await sessionOf(request, config as ConfigOfAnyStrategy);
  assert.deepEqual([session?.user.name, await isLive!()], ["Ada Lovelace", true]);
  assert.deepEqual(db.calls.filter((call) => call === "getSessionAndUser"), ["getSessionAndUser"]);
});

test("resolveSession() lets no cache keep the answer, also where it sets no cookie (SE-41)", async () => {
  const { config, platform, request, signedIn } = open();
  const due = await signedIn();
  platform.tick(DAY);
  const requests = [
    await signedIn(),
    request("other=1"),
    request(due.headers.get("cookie")!, "https://app.test/auth/session"),
  ];
  for (const each of requests) {
    assert.deepEqual([...(await resolveSession(each, config)).headers], NO_STORE, each.url);
  }
});

test("resolveSession() removes a cookie that it cannot read, and throws nothing", async () => {
  const { config, request, platform } = open();
  for (const value of ["garbage", "%", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.e30."]) {
    const { session, headers } = await resolveSession(request(`${NAME}=${value}; ${NAME}.1=x`), config);
    assert.equal(session, null);
    assert.deepEqual(headers.getSetCookie(), [
      `${NAME}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `${NAME}.1=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    assert.ok(!platform.lines.map(({ text }) => text).join().includes(value));
  }
});

test("resolveSession() returns the renewed cookie when it is due, with headers against caching", async () => {
  const { config, platform, signedIn, request } = open();
  const first = await signedIn();
  platform.tick(DAY);
  const { session, headers } = await resolveSession(first, config);
  assert.equal(session!.expires, "2030-02-01T00:00:00.000Z");
  assert.equal(headers.get("cache-control"), "private, no-cache, no-store");
  const [cookie, ...rest] = headers.getSetCookie();
  assert.deepEqual(rest, []);
  assert.match(cookie!, /; Expires=Fri, 01 Feb 2030 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/);
  platform.tick(29 * DAY);
  assert.equal((await resolveSession(first, config)).session, null);
  assert.ok((await resolveSession(request(cookie!.split(";")[0]!), config)).session);
});

test("resolveSession() reads the cookie without prefix on http", async () => {
  const { config, platform, request } = open();
  const salt = "latchkey.session-token";
  const token = await encodeWith({ token: { name: "Ada" }, secret: SECRET, salt }, platform);
  const onHttp = request(`${salt}=${token}`, "http://localhost:3000/");
  assert.equal((await resolveSession(onHttp, config)).session?.user?.name, "Ada");
});

test("resolveSession() returns the result of callbacks.session, and runs callbacks.jwt and events.session", async () => {
  const events: unknown[] = [];
  const { config, signedIn } = open({
    callbacks: {
      jwt: ({ token }) => ({ ...token, role: "admin" }),
      session: ({ token }) => ({ id: token?.sub, role: token?.role }),
    },
    events: { session: ({ session }) => void events.push(session) },
  });
  const { session, headers } = await resolveSession(await signedIn(), config);
  assert.deepEqual(session, { id: "u1", role: "admin" } as object);
  assert.equal(headers.getSetCookie().length, 1);
  assert.deepEqual(events, [{ id: "u1", role: "admin" }]);
});

test("resolveSession() returns null and keeps the cookie if a callback throws", async () => {
  const { config, signedIn, platform } = open({
    callbacks: { session: () => Promise.reject(new Error("down")) },
  });
  const { session, headers } = await resolveSession(await signedIn(), config);
  assert.deepEqual([session, [...headers]], [null, NO_STORE]);
  assert.match(
    platform.lines[0]!.text,
    /^\[latchkey\] JWTSessionError: .*\n {2}see .*\n.*caused by Error: down/,
  );
});

test("resolveSession() returns null and keeps the cookie if callbacks.session returns null", async () => {
  const events: unknown[] = [];
  const { config, signedIn, platform } = open({
    callbacks: { session: () => null },
    events: { session: ({ session }) => void events.push(session) },
  });
  const { session, headers } = await resolveSession(await signedIn(), config);
  assert.deepEqual([session, [...headers], events, platform.lines], [null, NO_STORE, [], []]);
});

test("resolveSession() leaves the request's body to the application", async () => {
  const { config } = open();
  const request = new Request("https://app.test/", { method: "POST", body: "body" });
  await resolveSession(request, config);
  assert.equal(await request.text(), "body");
});

test("resolveSession() throws if the config cannot work", async () => {
  const { request } = open();
  const wrong = (other: Partial<ConfigOfAnyStrategy>) =>
    resolveSession(request("a=1"), { providers: [], ...other });
  await assert.rejects(wrong({ trustHost: true }), MissingSecret);
  await assert.rejects(wrong({ secret: SECRET }), UntrustedHost);
});

test("resolveSession() refuses what is no feature, and reads a session with one", async () => {
  const { config, signedIn } = open();
  const withFeatures = async (features: unknown[]) =>
    await resolveSession(await signedIn(), { ...config, features } as typeof config);
  await assert.rejects(withFeatures([ProviderLogout]), { message: /Cannot use `features\[0\]`/ });
  assert.equal((await withFeatures([ProviderLogout()])).session?.user?.name, "Ada");
});
