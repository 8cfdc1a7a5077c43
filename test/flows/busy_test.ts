import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabaseOptions, openDatabase, PASSWORD, sessionCookie } from "./_database.ts";
import { ADA as KEPT_BY, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP, cookieHeader } from "./_world.ts";
import { documentTag } from "../../src/messages/direction.ts";
import { all } from "../../src/messages/languages.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ServerBusy } from "../../src/entries/errors.ts";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";

const ADA = { id: "1", name: "Ada", email: "ada@example.com" };
const FIELDS = { email: { type: "email" }, password: { type: "password" } };

/** A server that is busy until the test says otherwise. */
function openBusy(options: DatabaseOptions = {}) {
  let isBusy = true;
  const authorize = ({ password }: { readonly password?: unknown }) => {
    if (isBusy) throw new ServerBusy("Cannot hash the password: 64 others wait");
    return password === PASSWORD ? ADA : null;
  };
  const world = openDatabase({
    session: { strategy: "jwt" },
    password: { credentials: FIELDS, authorize },
    ...options,
  });
  const submit = async () => {
    const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    return await page.submit("/auth/callback/password", { email: "ada@example.com", password: "guess" });
  };
  return { ...world, submit, calm: () => void (isBusy = false) };
}

/** A cheap hash, which the rest of the work of the default must not follow. */
const COST = { ln: 10 } as const;

test("Auth() answers a password with status 503 and a page while the server is busy (CR-19)", async () => {
  const world = openBusy();
  const page = await world.submit();
  assert.deepEqual([page.status, page.headers.get("retry-after")], [503, "10"], world.log());
  assert.match(page.headers.get("content-type")!, /^text\/html/);
  assert.match(page.headers.get("content-security-policy")!, /default-src 'none'/);
  assert.match(page.text, /The server is very busy at the moment Wait a few seconds, then try again\./);
  assert.equal(sessionCookie(world.browser), undefined);
  assert.equal(world.log().match(/ServerBusy/g)?.length, 1);

  // The way back to the form keeps the address and the page that the user wanted.
  world.calm();
  const href = /class="button" href="([^"]+)"/.exec(page.html)![1]!.replace(/&(amp|#38);/g, "&");
  const form = await world.browser.open(new URL(href, APP).href);
  assert.match(form.text, /The server is very busy/);
  assert.match(form.html, /value="ada@example\.com"/);
  assert.doesNotMatch(form.html, /value="guess"/);
  const home = await form.submit("/auth/callback/password", {
    email: "ada@example.com",
    password: PASSWORD,
  });
  assert.deepEqual([home.url, home.text], [`${APP}/home`, "Hello Ada"], world.log());
});

test("Auth() says in each language that the server is busy", async () => {
  for (const { tag: language, load } of all) {
    const { what, now } = (await load()).signInErrors.ServerBusy;
    const world = openBusy({ language });
    const { status, text, headers } = await world.submit();
    assert.deepEqual([status, headers.get("content-language")], [503, documentTag(language)]);
    assert.ok(text.includes(`${what.slice(0, -1)} ${now}`), text);
  }
});

test("Auth() answers a script with status 503 and the address of the sign-in page", async () => {
  for (const pages of [{}, { signIn: "/login" }]) {
    const { browser, config, log } = openBusy({ pages });
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const response = await browser.fetch(`${APP}/auth/callback/password`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify({ csrfToken, password: PASSWORD, callbackUrl: "/home" }),
    });
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "10"], log());
    const url = new URL((await response.json()).url);
    assert.equal(url.pathname, config.pages?.signIn ?? "/auth/signin");
    assert.equal(url.searchParams.get("error"), "ServerBusy");
    assert.equal(url.searchParams.get("callbackUrl"), `${APP}/home`);
  }
});

test("Auth() leads back to the sign-in page of the application, which learns why", async () => {
  const { browser } = openBusy({ pages: { signIn: "/login", error: "/oops" } });
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const response = await browser.fetch(`${APP}/auth/callback/password`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, password: PASSWORD }),
  });
  assert.equal(response.status, 503);
  assert.match(await response.text(), /class="button" href="[^"]*\/login\?[^"]*error=ServerBusy/);
});

test("Auth() answers with status 503 when more passwords are hashed than may wait (CR-19)", async () => {
  const hash = await hashPassword(PASSWORD, COST);
  // More than any runtime hashes and keeps waiting. They begin in `authorize`: none ends before the password of the user.
  let most = 4 + 64;
  const others: Promise<unknown>[] = [];
  const authorize = async ({ password }: { readonly password?: unknown }, { signal }: Request) => {
    while (others.length < most) others.push(verifyPassword("guess", hash, COST).catch(() => null));
    return await verifyPassword(password, hash, { ...COST, signal }) ? ADA : null;
  };
  const world = openDatabase({ session: { strategy: "jwt" }, password: { authorize } });
  assert.equal((await world.typePassword()).status, 503);
  await Promise.all(others.splice(0));
  most = 0;
  assert.equal((await world.typePassword()).text, "Hello Ada", world.log());
});

test("Auth() drops the password of a client that has disconnected, and logs no failure (CR-20)", async () => {
  const hash = await hashPassword(PASSWORD, COST);
  const client = new AbortController();
  // More than any runtime hashes at a time, so that the password of the client waits.
  const others: Promise<unknown>[] = [];
  const authorize = async ({ password }: { readonly password?: unknown }, { signal }: Request) => {
    while (others.length < 4) others.push(verifyPassword("guess", hash, COST));
    const verifying = verifyPassword(password, hash, { ...COST, signal });
    client.abort();
    return await verifying ? ADA : null;
  };
  const { browser, answer, log, events } = openWithAnswer({
    session: { strategy: "jwt" },
    password: { authorize },
  });
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = cookieHeader(browser);
  const response = await answer(
    new Request(`${APP}/auth/callback/password`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, password: PASSWORD }),
      signal: client.signal,
    }),
  );
  assert.ok(response.headers.getSetCookie().every((each) => !each.includes("session-token=e")));
  assert.doesNotMatch(log(), /^error|Abort|ServerError/m);
  assert.deepEqual(events, []);
  await Promise.all(others);
});

testForms(
  "Auth() counts no password of a client that has disconnected before it was compared (LM-08)",
  async () => {
    const world = openPasswords();
    await world.register();
    await world.post("signout");
    const stranger = world.visitor();
    const { csrfToken } = await (await stranger.fetch(`${APP}/auth/csrf`)).json();
    const post = async (password: string, signal?: AbortSignal) => {
      const body = new URLSearchParams({ csrfToken, email: KEPT_BY, password, callbackUrl: "/home" });
      const headers = { cookie: cookieHeader(stranger) };
      const request = new Request(`${APP}/auth/callback/password`, { method: "POST", headers, body, signal });
      return await Auth(request, world.config as AuthConfig);
    };
    for (let time = 0; time < 12; time++) {
      const client = new AbortController();
      const answer = post(GOOD, client.signal);
      client.abort();
      assert.notEqual((await answer).status, 429, world.log());
    }
    const signedIn = await post(GOOD);
    assert.deepEqual([signedIn.status, signedIn.headers.get("location")], [303, `${APP}/home`], world.log());
    // Those that were compared count.
    const answers: number[] = [];
    for (let time = 0; time < 12; time++) answers.push((await post("a wrong one that is long")).status);
    assert.deepEqual(answers.map((status) => status === 429), [...Array(10).fill(false), true, true]);
  },
);

/** A world, and the handler itself: the browser for tests never disconnects. */
function openWithAnswer(options: DatabaseOptions) {
  const events: string[] = [];
  const world = openDatabase({ ...options, events: { signIn: () => void events.push("signIn") } });
  return { ...world, events, answer: (request: Request) => Auth(request, world.config) };
}
