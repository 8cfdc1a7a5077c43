import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { COOKIE, keepingData, noise, signInAt } from "./_sessions.ts";
import { APP, cookiesOf, openPlain, request, type World, type WorldOptions } from "./_world.ts";

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

test("Auth() uses names and attributes of cookies from the config (KL-21)", async () => {
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

for (
  const [what, change] of Object.entries<(chunks: string[], others: string[]) => Record<string, string>>({
    "two chunks have changed places": ([a, b, c]) => ({ 0: b!, 1: a!, 2: c! }),
    "the first chunk is lost": ([, b, c]) => ({ 1: b!, 2: c! }),
    "a chunk in the middle is lost": ([a, , c]) => ({ 0: a!, 2: c! }),
    "the last chunk is lost": ([a, b]) => ({ 0: a!, 1: b! }),
    "a chunk is another session's": ([a, , c], [, b]) => ({ 0: a!, 1: b!, 2: c! }),
    "a chunk is empty": ([a, , c]) => ({ 0: a!, 1: "", 2: c! }),
    "a chunk of an older session follows (KL-36)": ([a, b, c], [, , d]) => ({ 0: a!, 1: b!, 2: c!, 3: d! }),
  })
) {
  test(`a session is rejected, and its cookies are removed, if ${what} (SE-10)`, async () => {
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

function sessionCookieNames(browser: World["browser"]): string[] {
  return browser.cookies(APP).map(({ name }) => name).filter((name) => name.startsWith(COOKIE)).sort(
    byNumber,
  );
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
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
