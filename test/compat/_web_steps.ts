/**
 * What a visitor and a script do at an application that has `/`, `/session` and `/protected`, and Auth.js below `/auth`.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import type { BySide } from "./_record.ts";
import type { Row } from "./_rows.ts";
import type { App } from "./_servers.ts";

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };

/** The steps, for one application on each library. @param base Base path of Auth.js. */
export function webSteps(appOf: BySide<App>, base = "/auth"): readonly Row[] {
  const step = (name: string, run: (app: App, browser: Browser) => Promise<void>): Row => ({
    name,
    run: (side) => run(appOf(side), appOf(side).visitor()),
  });
  return [
    step("a page finds no session, and a script reads null", async ({ origin }, browser) => {
      assert.match((await browser.open(`${origin}/`)).text, /Nobody is signed in/);
      const response = await browser.fetch(`${origin}${base}/session`);
      assert.deepEqual([response.status, await response.json()], [200, null]);
      assert.equal(await (await browser.fetch(`${origin}/session`)).json(), null);
    }),
    step("GET providers names the providers with their addresses", async ({ origin }, browser) => {
      const providers = await (await browser.fetch(`${origin}${base}/providers`)).json();
      assert.deepEqual(providers.idp, {
        id: "idp",
        name: "Fake",
        type: "oidc",
        signinUrl: `${origin}${base}/signin/idp`,
        callbackUrl: `${origin}${base}/callback/idp`,
      });
      assert.equal(providers.credentials.type, "credentials");
    }),
    step("an OpenID sign-in on the built-in page leads back to the page", async (app, browser) => {
      const page = await signIn(app, browser, base);
      assert.equal(page.url, `${app.origin}/protected`, app.printed());
      assert.match(page.text, /For Ada Lovelace/);
      assert.match((await browser.open(`${app.origin}/`)).text, /Hello Ada Lovelace \(member\)/);
    }),
    step("callbacks add to the session that pages and scripts read", async (app, browser) => {
      await signIn(app, browser, base);
      const session = await (await browser.fetch(`${app.origin}${base}/session`)).json();
      assert.equal(session.user.role, "member");
      assert.equal(session.user.email, "ada@example.com");
      assert.ok(Date.parse(session.expires) > Date.now());
      const read = await (await browser.fetch(`${app.origin}/session`)).json();
      assert.equal(read.user.role, "member");
      assert.equal(typeof read.expires, "string");
    }),
    step("a password signs in on the built-in page", async (app, browser) => {
      const page = await withPassword(app, browser, { base, username: "grace", password: "correct horse" });
      assert.equal(page.url, `${app.origin}/`, app.printed());
      assert.match(page.text, /Hello grace \(staff\)/);
    }),
    step(
      "a provider of credentials without fields has a button on the built-in page",
      async (app, browser) => {
        const page = await browser.open(
          `${app.origin}${base}/signin?callbackUrl=${encodeURIComponent("/")}`,
        );
        assert.match((await page.submit(`${base}/callback/guest`)).text, /Hello Guest/);
      },
    ),
    step("a wrong password and a failure of the application's own have their codes", async (app, browser) => {
      for (const [username, code] of [["grace", "credentials"], ["locked", "locked"]]) {
        const page = await withPassword(app, browser, { base, username: username!, password: "wrong" });
        const { pathname, searchParams } = new URL(page.url);
        assert.equal(pathname, `${base}/signin`);
        assert.equal(searchParams.get("error"), "CredentialsSignin");
        assert.equal(searchParams.get("code"), code);
      }
    }),
    step("a script signs in with a password and reads the address to go to", async (app, browser) => {
      const answer = await post(app, browser, {
        base,
        path: "callback/credentials",
        fields: { username: "grace", password: "correct horse", callbackUrl: `${app.origin}/protected` },
      });
      assert.deepEqual(answer, { url: `${app.origin}/protected` });
      assert.match((await browser.open(`${app.origin}/protected`)).text, /For grace/);
    }),
    step(
      "a script signs in with the provider and reads the address of the provider",
      async (app, browser) => {
        const answer = await post(app, browser, { base, path: "signin/idp", fields: { callbackUrl: "/" } });
        const url = new URL(answer.url);
        assert.equal(url.origin, app.idp.origin);
        assert.equal(url.searchParams.get("redirect_uri"), `${app.origin}${base}/callback/idp`);
        app.idp.login(ADA);
        assert.match((await browser.open(url.href)).text, /Hello Ada Lovelace/);
      },
    ),
    step("a script updates the session", async (app, browser) => {
      await signIn(app, browser, base);
      const csrfToken = await csrfTokenOf(app, browser, base);
      const response = await browser.fetch(`${app.origin}${base}/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csrfToken, data: { user: { name: "Countess" } } }),
      });
      assert.equal((await response.json()).user.name, "Countess");
      assert.match((await browser.open(`${app.origin}/`)).text, /Hello Countess/);
    }),
    step("a page of the application is closed without a session", async ({ origin }, browser) => {
      const page = await browser.open(`${origin}/protected`);
      assert.doesNotMatch(page.text, /For /);
      assert.ok(page.status === 401 || new URL(page.url).pathname === `${base}/signin`, page.url);
    }),
    step("a provider that refuses leads to a page that says so", async (app, browser) => {
      app.idp.deny();
      const page = await (await browser.open(`${app.origin}${base}/signin`)).submit(`${base}/signin/idp`);
      assert.ok(new URL(page.url).searchParams.get("error"), page.url);
      assert.equal(await (await browser.fetch(`${app.origin}${base}/session`)).json(), null);
      app.idp.login(ADA);
    }),
    step("signing out on the built-in page ends the session", async (app, browser) => {
      await signIn(app, browser, base);
      await (await browser.open(`${app.origin}${base}/signout`)).submit();
      assert.match((await browser.open(`${app.origin}/`)).text, /Nobody is signed in/);
      assert.equal(await (await browser.fetch(`${app.origin}${base}/session`)).json(), null);
    }),
    step("a script signs out and reads the address to go to", async (app, browser) => {
      await signIn(app, browser, base);
      const answer = await post(app, browser, {
        base,
        path: "signout",
        fields: { callbackUrl: `${app.origin}/` },
      });
      assert.deepEqual(answer, { url: `${app.origin}/` });
      assert.match((await browser.open(`${app.origin}/`)).text, /Nobody is signed in/);
    }),
  ];
}

async function signIn({ origin, idp }: App, browser: Browser, base: string): Promise<Page> {
  idp.login(ADA);
  const page = await browser.open(`${origin}${base}/signin?callbackUrl=${encodeURIComponent("/protected")}`);
  return await page.submit(`${base}/signin/idp`);
}

async function withPassword(
  { origin }: App,
  browser: Browser,
  { base, ...fields }: { base: string; username: string; password: string },
): Promise<Page> {
  const page = await browser.open(`${origin}${base}/signin?callbackUrl=${encodeURIComponent(`${origin}/`)}`);
  return await page.submit(`${base}/callback/credentials`, fields);
}

async function post(
  app: App,
  browser: Browser,
  { base, path, fields }: { base: string; path: string; fields: Readonly<Record<string, string>> },
): Promise<{ url: string }> {
  const csrfToken = await csrfTokenOf(app, browser, base);
  const response = await browser.fetch(`${app.origin}${base}/${path}`, {
    method: "POST",
    headers: { "X-Auth-Return-Redirect": "1" },
    body: new URLSearchParams({ ...fields, csrfToken }),
  });
  return await response.json();
}

/** SvelteKit has a protection of its own, and no token. */
async function csrfTokenOf({ origin }: App, browser: Browser, base: string): Promise<string> {
  const text = await (await browser.fetch(`${origin}${base}/csrf`)).text();
  return text && JSON.parse(text).csrfToken;
}
