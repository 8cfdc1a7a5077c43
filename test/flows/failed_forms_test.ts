/**
 * The form that failed, which the sign-in page shows again: what is kept, for whom, and from where.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import type { CredentialInput } from "../../src/model/provider.ts";
import { openDatabase, PASSWORD, storeUser } from "./_database.ts";
import { APP, cookieHeader, cookiesOf, openPlain } from "./_world.ts";

const COOKIE = "__Host-latchkey.form";

const PASSWORDS = {
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: () => null,
};

test("A wrong password keeps the address on the page, and neither of them in the URL (PG-26)", async () => {
  const world = openDatabase({ password: PASSWORDS });
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const failed = await page.submit("Sign in", { email: "ada@example.com", password: "hunter2" });
  const [, path] = failed.url.split(APP);
  assert.equal(
    path,
    `/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/home`)}&error=CredentialsSignin&code=credentials`,
  );
  assert.match(failed.html, /name="email" type="email" value="ada@example\.com"/);
  assert.doesNotMatch(failed.html, /hunter2/);
  assert.equal(world.browser.cookies(APP).some(({ name }) => name === COOKIE), false);
});

test("An address that is not one stays in its field", async () => {
  const world = openDatabase();
  const page = await world.browser.open(`${APP}/auth/signin`);
  const failed = await page.submit("Email me a sign-in link", { email: "ada@" });
  assert.match(failed.html, /name="email" type="email" value="ada@"[^>]* aria-invalid="true"/);
  assert.doesNotMatch(failed.url, /ada/);
});

test("The cookie of a form that failed is sealed, short-lived, and has no password (PG-26)", async () => {
  const world = openDatabase({ password: PASSWORDS });
  const response = await world.post("callback/password", { email: "ada@example.com", password: "hunter2" });
  const [header] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith(COOKIE));
  assert.match(header!, /; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  assert.doesNotMatch(header!, /ada|hunter2/);
  const plain = await world.post("callback/password", { email: "ada@example.com" });
  const lengths = [response, plain].map((each) => cookiesOf(each)[COOKIE]!.length);
  assert.equal(lengths[0], lengths[1], "the password adds nothing");
});

test("A cookie for another page, or from another secret, shows nothing", async () => {
  const world = openDatabase();
  const page = await world.browser.open(`${APP}/auth/signin`);
  const failed = await page.submit("Email me a sign-in link", { email: "not-an-address" });
  assert.match(failed.html, /value="not-an-address"/);
  const response = await world.post("signin/email", { email: "not-an-address" });
  const value = cookiesOf(response)[COOKIE]!.split(";")[0]!.slice(COOKIE.length + 1);
  for (
    const cookie of [`${COOKIE}=${value.slice(0, -4)}AAAA`, `${COOKIE}=x`, `__Host-latchkey.mail=${value}`]
  ) {
    const html = await (await world.platform.sites[APP]!(
      new Request(`${APP}/auth/signin?error=InvalidEmail`, { headers: { cookie } }),
    )).text();
    assert.doesNotMatch(html, /not-an-address/, cookie);
  }
  // Without an error, the page is that of a new attempt.
  const fresh = await world.platform.sites[APP]!(
    new Request(`${APP}/auth/signin`, { headers: { cookie: `${COOKIE}=${value}` } }),
  );
  assert.doesNotMatch(await fresh.text(), /not-an-address/);
  assert.match(fresh.headers.getSetCookie().join(), /latchkey\.form=; Max-Age=0/);
});

test("A script, a page of the application, and a form without names get no such cookie", async () => {
  const has = (response: Response) => COOKIE in cookiesOf(response);
  const typed = { email: "nobody", password: "x" };
  const world = openDatabase({ password: PASSWORDS });
  assert.equal(has(await world.post("callback/password", typed)), true);
  assert.equal(has(await world.post("callback/password", typed, { json: true })), false);
  assert.equal(has(await world.post("callback/password", { ...typed, json: "true" })), false);
  assert.equal(has(await world.post("callback/password", { password: "x" })), false);
  assert.equal(has(await world.post("callback/password", { email: "x".repeat(300), password: "x" })), false);
  assert.equal(has(await world.post("signin/idp", typed)), false);
  const own = openDatabase({ password: PASSWORDS, pages: { signIn: "/in" } });
  assert.equal(has(await own.post("callback/password", typed)), false);
});

test("The way that was last used is marked, in the same browser, and none before", async () => {
  const world = openDatabase();
  await storeUser(world);
  const mark = /<span class="tag">Last used<\/span>/;
  assert.doesNotMatch((await world.browser.open(`${APP}/auth/signin`)).html, mark);
  await world.typePassword(PASSWORD);
  const cookie = world.browser.cookies(APP).find(({ name }) => name === "__Host-latchkey.last-used")!;
  assert.equal(cookie.value, "password");
  assert.equal(cookie.expires, world.platform.now() + 31_536_000_000);
  assert.match((await world.browser.open(`${APP}/auth/signin`)).html, mark);
  assert.doesNotMatch((await world.visitor().open(`${APP}/auth/signin`)).html, mark);
});

test("No cookie says what was last used where there is one way, or no built-in page", async () => {
  const own = openDatabase({ pages: { signIn: "/in" }, limits: false });
  await storeUser(own);
  const response = await own.post("callback/password", { password: PASSWORD });
  assert.deepEqual(Object.keys(cookiesOf(response)), ["__Host-latchkey.session-token"]);
  const world = openPlain();
  await world.signIn();
  assert.notEqual(await world.session(), null);
  assert.equal(world.browser.cookies(APP).some(({ name }) => name.includes("last-used")), false);
});

test("Auth() keeps no form that another site has posted (CS-19)", async () => {
  const long = "x".repeat(250);
  const credentials = Object.fromEntries(
    ["email", "user", "login", "phone", "name", "domain", "tenant"].map((name) => [name, {}]),
  );
  const world = openDatabase({ password: { credentials } });
  const everything = Object.fromEntries(Object.keys(credentials).map((name) => [name, long]));
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  for (const path of ["signin/email", "callback/password", "callback/email"]) {
    for (const [headers, token] of [[{}, {}], [foreign, {}], [foreign, { csrfToken }]] as const) {
      const cookie = cookieHeader(world.browser);
      const forged = new Request(`${APP}/auth/${path}`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: new URLSearchParams({ ...everything, email: "call-0900-evil@evil.test", code: "1", ...token }),
      });
      const response = await Auth(forged, world.config);
      assert.match(response.headers.get("location")!, /error=MissingCSRF/);
      assert.equal(cookiesOf(response)[COOKIE], undefined, path);
      const page = await world.browser.open(response.headers.get("location")!);
      assert.doesNotMatch(page.html, /evil/);
    }
  }
});

/** Fields and what was typed into them. */
const SECRETS: Readonly<Record<string, CredentialInput>> = {
  password: { type: "password" },
  login: { type: "password" },
  code: { type: "tel", autocomplete: "one-time-code" },
  pin: { type: "tel" },
  otp: { type: "text", autocomplete: "one-time-code" },
  phone: { type: "tel", autocomplete: "one-time-code" },
  user: { type: "text", autocomplete: "current-password" },
  token: {},
  name: { type: "hidden" },
  tel: { type: "number" },
};

test("Auth() keeps no secret of a form that failed, whatever the type of its field is (PG-28)", async () => {
  for (const [name, field] of Object.entries(SECRETS)) {
    const world = openDatabase({ password: { credentials: { [name]: field, more: { type: "password" } } } });
    const response = await world.post("callback/password", { [name]: "2468", more: "x" });
    assert.match(response.headers.get("location")!, /error=CredentialsSignin/);
    assert.equal(cookiesOf(response)[COOKIE], undefined, name);
    const page = await world.browser.open(response.headers.get("location")!);
    assert.doesNotMatch(page.html, /2468/, name);
  }
});

test("Auth() keeps names of a form that failed once, in a page of the browser that typed them", async () => {
  const fields: Readonly<Record<string, CredentialInput>> = {
    email: { type: "email" },
    phone: { type: "tel" },
    mobile: { type: "tel", autocomplete: "tel" },
    user: {},
    domain: { autocomplete: "organization" },
  };
  for (const [name, field] of Object.entries(fields)) {
    const world = openDatabase({ password: { credentials: { [name]: field, code: { type: "password" } } } });
    const response = await world.post("callback/password", { [name]: `"><b>ada`, code: "2468" });
    const { html } = await world.browser.open(response.headers.get("location")!);
    assert.match(html, /value="&#34;&#62;&#60;b&#62;ada"/, name);
    assert.doesNotMatch(html, /<b>ada|2468/);
    assert.doesNotMatch((await world.browser.open(response.headers.get("location")!)).html, /ada/, name);
    assert.doesNotMatch((await world.visitor().open(response.headers.get("location")!)).html, /ada/, name);
  }
});

test("Auth() answers a mail that fails with the same cookies, whether the address has a user or not (EM-07)", async () => {
  const sizes = [];
  for (const address of ["ada@example.com", "bob@example.com"]) {
    const world = openDatabase({
      email: { sendVerificationRequest: () => Promise.reject(new Error("down")) },
    });
    await world.db.adapter.createUser({ id: "7", email: "ada@example.com", emailVerified: new Date(0) });
    const response = await world.post("signin/email", { email: address });
    const set = Object.entries(cookiesOf(response)).map(([name, { length }]) => [name, length]);
    sizes.push([response.headers.get("location"), set]);
  }
  assert.deepEqual(sizes[0], sizes[1]);
});
