/**
 * Sign-in and sign-out in the application's own code, as Astro and Nuxt have it: endpoints that call the functions of the
 * integration.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../src/model/jwt.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { SECRET } from "../compat/_servers.ts";
import type { App } from "./_app.ts";

/** Name of the session cookie. */
export const TOKEN = "__Host-latchkey.session-token";

/** A user of the identity provider. */
export const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };

/** Endpoints of an application. */
export interface OwnEndpoints {
  /** For the names of the tests: `an endpoint of Astro 7`. */
  readonly place: string;
  /** Path that calls `signIn()` with the provider and `login_hint`. */
  readonly signIn: string;
  /** Path that reads the session and calls `signOut()`. */
  readonly signOut: string;
  /** Headers of a form. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs Ada in on the page of the library. */
export async function signedIn(app: App): Promise<Browser> {
  app.idp.login(ADA);
  const browser = app.visitor();
  await (await browser.open(`${app.origin}/auth/signin`)).submit("/auth/signin/idp");
  return browser;
}

/** Gives a browser a session. @param age Seconds since the sign-in. */
export async function signInAs(
  browser: Browser,
  app: Pick<App, "origin">,
  { sub, age }: { readonly sub: string; readonly age: number },
): Promise<void> {
  const token = { sub, name: sub, auth_time: Math.floor(Date.now() / 1000) - age };
  const value = await encode({ token, secret: SECRET, salt: TOKEN });
  browser.setCookie(app.origin, `${TOKEN}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

/**
 * Where a form leads a user whose session is too old: to the sign-in page, and from there to a page that sends it again.
 *
 * @returns That page, for a user who has signed in again.
 */
export async function openKeptForm(
  browser: Browser,
  app: Pick<App, "origin">,
  location: string,
): Promise<Page> {
  const { pathname, searchParams } = new URL(location, app.origin);
  assert.deepEqual([pathname, searchParams.get("error")], ["/auth/signin", "SessionNotFresh"]);
  await signInAs(browser, app, { sub: "ada", age: 0 });
  return await browser.open(app.origin + searchParams.get("callbackUrl"));
}

/** Returns the names of the cookies that a response sets, in order. */
export function cookieNames(response: Response): readonly string[] {
  return response.headers.getSetCookie().map((each) => each.split("=", 1)[0]!);
}

/** Defines the tests of one application. */
export function ownCodeChecks(app: App, { place, signIn, signOut, headers }: OwnEndpoints): void {
  const at = (path: string) => app.origin + path;
  const post = { method: "POST", headers, redirect: "manual" } as const;

  test(`signIn() in ${place} leads to the provider, with parameters, and back`, async () => {
    app.idp.login(ADA);
    const browser = app.visitor();
    const response = await browser.fetch(at(signIn), post);
    await response.body?.cancel();
    assert.equal(response.status, 302);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.searchParams.get("login_hint"), "ada");
    assert.equal(location.searchParams.get("redirect_uri"), at("/auth/callback/idp"));
    const page = await browser.open(location.href);
    assert.equal(page.url, at("/protected"));
    assert.match(page.text, /For Ada Lovelace/);
    assert.deepEqual(browser.refused, []);
  });

  test(`signOut() in ${place} stays, although the session was due for renewal`, async () => {
    const browser = await signedIn(app);
    const response = await browser.fetch(at(signOut), post);
    await response.body?.cancel();
    const tokens = response.headers.getSetCookie().filter((each) => each.startsWith(TOKEN));
    assert.equal(tokens.length, 1);
    assert.match(tokens[0]!, /Max-Age=0/);
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
  });
}

/**
 * Defines the test of an endpoint that updates `text` of the session by the body of the request, and answers with the
 * session.
 *
 * @param place As in `OwnEndpoints`.
 */
export function updateCheck(app: App, place: string, path: string): void {
  test(`update() in ${place} changes the session, and sets its cookie once`, async () => {
    const browser = await signedIn(app);
    const headers = { origin: app.origin, "content-type": "text/plain" };
    const response = await browser.fetch(app.origin + path, { method: "POST", headers, body: "new" });
    assert.equal((await response.json()).text, "new");
    assert.deepEqual(cookieNames(response), [TOKEN]);
    assert.equal((await (await browser.fetch(`${app.origin}/session`)).json()).text, "new");
  });
}

/** Defines the test that what `update()` has changed stays although the endpoint throws afterwards, for the text `fails`. */
export function failingUpdateCheck(app: App, framework: string, path: string): void {
  test(`an error of the application in ${framework} keeps the cookies that were set before it`, async () => {
    const browser = await signedIn(app);
    const headers = { origin: app.origin, "content-type": "text/plain" };
    const response = await browser.fetch(app.origin + path, { method: "POST", headers, body: "fails" });
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /This is meant to fail/);
    assert.equal((await (await browser.fetch(`${app.origin}/session`)).json()).text, "fails");
    assert.match(app.printed(), /This is meant to fail/);
  });
}
