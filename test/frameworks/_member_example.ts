/**
 * Tests of an unmodified example that has a page and an API for members.
 *
 * @module
 */

import assert from "node:assert/strict";
import { encode } from "../../src/model/jwt.ts";
import { SECRET } from "../compat/_servers.ts";
import type { Browser } from "../../src/testing/mod.ts";
import type { App } from "./_app.ts";

/** The variables of an example that signs in with GitHub. */
export const GITHUB: Readonly<Record<string, string>> = {
  AUTH_GITHUB_ID: "the-client",
  AUTH_GITHUB_SECRET: "the-secret",
};

/** Checks that an example shows strangers its home page only, leads them to GitHub, and greets who is signed in. */
export async function checkMemberExample({ origin, visitor }: App): Promise<void> {
  const stranger = visitor();
  assert.match((await stranger.open(`${origin}/`)).text, /Hello, stranger\. Sign in/);
  const page = await stranger.open(`${origin}/members?a=b`);
  assert.equal(page.url, `${origin}/auth/signin?callbackUrl=%2Fmembers%3Fa%3Db`);
  assert.match(page.text, /Continue with GitHub/);
  const api = await stranger.fetch(`${origin}/members/api/me`);
  assert.deepEqual([api.status, await api.json()], [401, { message: "Sign in first." }]);
  const name = "__Host-latchkey.session-token";
  const user = visitor();
  const value = await encode({ token: { name: "Ada <b>" }, secret: SECRET, salt: name });
  user.setCookie(origin, `${name}=${value}; Secure`);
  assert.match((await user.open(`${origin}/`)).text, /Hello, Ada <b>\. Sign out/);
  assert.match((await user.open(`${origin}/members`)).text, /This page is for Ada <b>\./);
  assert.deepEqual(await (await user.fetch(`${origin}/members/api/me`)).json(), { name: "Ada <b>" });
}

/** Presses "Continue with GitHub" on the sign-in page. @returns The URL at GitHub that the browser gets to. */
export async function continueWithGitHub(browser: Browser, signInPage: string): Promise<URL> {
  const { html, url } = await browser.open(signInPage);
  assert.match(html, /Continue with GitHub/);
  const form = html.split("<form").find((part) => part.includes('/signin/github"'))!;
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const response = await browser.fetch(new URL(/action="([^"?]+)/.exec(form)![1]!, url).href, {
    method: "POST",
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams(fields.map(([, name, value]) => [name!, value!])),
    redirect: "manual",
  });
  await response.body?.cancel();
  const location = new URL(response.headers.get("location")!);
  assert.equal(location.origin + location.pathname, "https://github.com/login/oauth/authorize");
  return location;
}

/** Checks that an application signs in on its own form `/login`, and out on its own form on `/page`. */
export async function checkOwnForm({ origin, visitor }: App): Promise<void> {
  const browser = visitor();
  const page = await browser.open(`${origin}/page`);
  assert.equal(page.url, `${origin}/login?callbackUrl=%2Fpage`);
  assert.doesNotMatch(page.text, /did not work/);
  assert.match((await browser.open(`${origin}/login?error=SessionNotFresh`)).text, /That did not work/);
  const refused = await page.submit("/login", { username: "ada", password: "wrong" });
  assert.match(refused.text, /Name or password is wrong\./);
  const again = await browser.open(`${origin}/page`);
  const inside = await again.submit("/login", { username: "ada", password: "correct horse" });
  assert.equal(inside.url, `${origin}/page`);
  assert.match(inside.text, /This page is for ada\./);
  assert.equal((await inside.submit("/logout")).url, `${origin}/login`);
  assert.equal((await browser.open(`${origin}/page`)).url, `${origin}/login?callbackUrl=%2Fpage`);
}
