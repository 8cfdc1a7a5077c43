import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { APP, cookiesOf, openPlain, request } from "./_world.ts";

const COOKIE = "__Host-latchkey.session-token";
const REMOVED = `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`;

test("GET signout asks, and its button signs out and leads to where the user wanted (PG-20)", async () => {
  const { browser, signIn, session } = openPlain();
  await signIn();
  const page = await browser.open(`${APP}/auth/signout?callbackUrl=/bye`);
  assert.match(
    page.text,
    /Sign out\? You're signed in as Ada Lovelace ?\. This signs you out of app\.test in this browser\./,
  );
  assert.equal((await session())?.user.name, "Ada Lovelace");
  const gone = await page.submit("Sign out");
  assert.equal(gone.url, `${APP}/bye`);
  assert.equal(gone.text, "Nobody is signed in");
  assert.equal(await session(), null);
});

test("pages for visitors who are not signed in lead back to the application, which may be below a path", async () => {
  const home = `${APP}/shop`;
  const { config } = openPlain({ url: `${home}/api/auth` });
  for (const page of ["signout", "error?error=AccessDenied", "verify-request"]) {
    const response = await Auth(request(`/shop/api/auth/${page}`), config);
    const links = (await response.text()).match(/<a class="link" href="[^"]*">Back to /g);
    assert.deepEqual(links, [`<a class="link" href="${home}">Back to `], page);
  }
  // A redirect without a wish leads to the same place.
  const busy = await Auth(request("/shop/api/auth/signin"), config);
  assert.match(await busy.text(), new RegExp(`name="callbackUrl" value="${home}"`));
});

test("GET signout has a link that changes nothing", async () => {
  const { browser, signIn } = openPlain();
  await signIn();
  const page = await browser.open(`${APP}/auth/signout?callbackUrl=/home`);
  const back = await page.follow("Stay signed in");
  assert.equal(back.url, `${APP}/home`);
  assert.equal(back.text, "Hello Ada Lovelace");
});

test("GET signout leads to another site's page also where its path is that of the account page", async () => {
  const elsewhere = "https://friend.example/auth/account";
  const { browser, signIn } = openPlain({ callbacks: { redirect: ({ url }) => url } });
  await signIn();
  for (const [asked, field] of [[elsewhere, elsewhere], ["/auth/account", `${APP}/auth/signout`]]) {
    const { html } = await browser.open(`${APP}/auth/signout?callbackUrl=${encodeURIComponent(asked!)}`);
    assert.equal(/name="callbackUrl" value="([^"]*)"/.exec(html)?.[1], field);
  }
});

test("POST signout removes the session cookie and no other, and redirects to the origin", async () => {
  const { browser, signIn, post } = openPlain();
  await signIn();
  await post("signin/idp");
  browser.setCookie(APP, "theirs=1; Secure; Path=/");
  const before = browser.cookies(APP).map(({ name }) => name);
  const response = await post("signout");
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), APP);
  assert.equal(response.headers.get("cache-control"), "private, no-cache, no-store");
  assert.equal(await response.text(), "");
  assert.deepEqual(cookiesOf(response), { [COOKIE]: REMOVED });
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), before.filter((name) => name !== COOKIE));
});

test("POST signout answers scripts with JSON { url }, and removes the cookie", async () => {
  const { browser, signIn, session } = openPlain();
  await signIn();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const response = await browser.fetch(`${APP}/auth/signout`, {
    method: "POST",
    body: JSON.stringify({ csrfToken, callbackUrl: "/bye" }),
    headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
  });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { url: `${APP}/bye` });
  assert.equal(await session(), null);
});

test("POST signout signs out whatever else its JSON has", async () => {
  for (const value of [{ toString: "x" }, [], null, 1, "yes"]) {
    const { signIn, post, session } = openPlain();
    await signIn();
    await post("signout", { provider: value, revokeTokens: value }, { json: true });
    assert.equal(await session(), null, JSON.stringify(value));
  }
});

test("POST signout without a session redirects all the same: no event, no cookie", async () => {
  const told: unknown[] = [];
  const { post } = openPlain({ events: { signOut: (message) => void told.push(message) } });
  const response = await post("signout", { callbackUrl: "/bye" });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), `${APP}/bye`);
  assert.deepEqual(cookiesOf(response), {});
  assert.deepEqual(told, []);
});

for (
  const [what, token] of [
    ["is garbage", "garbage"],
    ["is no token of ours", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJldmUifQ."],
    ["is not even percent-encoded right", "%E0%A4%A"],
  ] as const
) {
  test(`POST signout removes a session cookie that ${what}, and emits signOut with token null (SE-17)`, async () => {
    const told: unknown[] = [];
    const { browser, post } = openPlain({ events: { signOut: (message) => void told.push(message) } });
    browser.setCookie(APP, `${COOKIE}=${token}; Secure; Path=/`);
    const response = await post("signout");
    assert.equal(response.headers.get("location"), APP);
    assert.deepEqual(cookiesOf(response), { [COOKIE]: REMOVED });
    assert.deepEqual(told, [{ token: null }]);
  });
}

for (
  const [how, signOut] of Object.entries<() => Promise<void>>({
    throws: () => {
      throw new Error("the audit log is full");
    },
    rejects: () => Promise.reject(new Error("the audit log is full")),
  })
) {
  test(`POST signout ends the session if events.signOut ${how} (SE-18)`, async () => {
    const { signIn, session, post, log } = openPlain({ events: { signOut } });
    await signIn();
    const response = await post("signout");
    assert.equal(response.status, 303);
    assert.deepEqual(cookiesOf(response), { [COOKIE]: REMOVED });
    assert.equal(await session(), null);
    assert.match(log(), /EventError: Cannot emit "signOut"[^]*caused by Error: the audit log is full/);
  });
}

test("POST signout ends the session if the token can no longer be decoded (SE-17)", async () => {
  const { signIn, browser, config, platform, post, session } = openPlain();
  await signIn();
  const broken = {
    ...config,
    jwt: {
      decode: () => {
        throw new Error("broken");
      },
    },
  };
  platform.sites[APP] = (request) => Auth(request, broken);
  assert.equal((await post("signout")).headers.get("location"), APP);
  assert.ok(!browser.cookies(APP).some(({ name }) => name === COOKIE));
  assert.equal(await session(), null);
});

test("POST signout ends the session whatever script the address is written in (RD-22)", async () => {
  for (
    const callbackUrl of ["/até-logo", "/さようなら?名=値#節", "/👋", "/a b", "/\u0000\u007f", "/\ud800"]
  ) {
    const { signIn, session, post } = openPlain();
    await signIn();
    const response = await post("signout", { callbackUrl }, { json: true });
    const location = response.headers.get("location")!;
    assert.match(location, /^https:\/\/app\.test\/[\x21-\x7e]*$/);
    if (!callbackUrl.includes("\ud800")) assert.equal(location, new URL(callbackUrl, APP).href);
    assert.equal(await session(), null, callbackUrl);
  }
});

for (
  const [page, location] of [
    ["/leave", `${APP}/leave`],
    ["/leave?from=auth", `${APP}/leave?from=auth`],
    ["https://accounts.test/leave", "https://accounts.test/leave"],
  ] as const
) {
  test(`GET signout redirects to the application's page "${page}", unchanged`, async () => {
    const { config } = openPlain({ pages: { signOut: page } });
    const response = await Auth(request("/auth/signout?callbackUrl=/bye"), config);
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("location"), location);
    assert.deepEqual(cookiesOf(response), {});
  });
}
