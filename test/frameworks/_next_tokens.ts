/**
 * Tests of access tokens in an application of Next: in a server component, a route handler and a server action.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../src/testing/mod.ts";
import type { App } from "./_app.ts";
import { act } from "./_server_actions.ts";

/** Defines the tests of one application. @param framework Its name and version. */
export function nextTokenChecks(framework: string, app: App): void {
  const at = (path: string) => app.origin + path;

  /** A browser in which Ada has signed in. @param lifetime Of the access token, in seconds. */
  async function signedIn(lifetime: number): Promise<Browser> {
    app.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    app.idp.tamper = { tokens: { expires_in: lifetime } };
    const browser = app.visitor();
    const page = await browser.open(at("/tokens/auth/signin?callbackUrl=/tokens"));
    await page.submit("/tokens/auth/signin/idp");
    app.idp.tamper = {};
    return browser;
  }
  const renewals = () =>
    app.idp.requests.filter(({ params }) => params.get("grant_type") === "refresh_token");
  const onPage = async (browser: Browser) =>
    /Token: ([\w-]+)/.exec((await browser.open(at("/tokens"))).text)?.[1];
  const inHandler = async (browser: Browser, query = "") =>
    await (await browser.fetch(at(`/tokens/api${query}`)))
      .json() as { found: string[]; name: string | null };
  const inAction = async (browser: Browser) => {
    const { url } = await act(browser, at("/tokens"), { button: "Renew" });
    return new URL(url).searchParams.get("renewed");
  };
  const tokensOf = (browser: Browser) =>
    browser.cookies(at("/")).filter(({ name }) => name.includes("provider-tokens")).map(({ value }) => value);

  test(`${framework}: auth.accessTokens.get() gives a component, a route handler and an action of Next one token`, async () => {
    const browser = await signedIn(3600);
    const before = [renewals().length, tokensOf(browser).join()];
    const token = await onPage(browser);
    assert.match(token!, /^fake-access-/);
    assert.deepEqual(await inHandler(browser), { found: [token, token, token], name: "Ada Lovelace" });
    assert.equal(await inAction(browser), token);
    assert.deepEqual([renewals().length, tokensOf(browser).join()], before);
  });

  test(`${framework}: auth.accessTokens.get() of Next renews in a route handler and an action, and not in a component`, async () => {
    for (const renew of ["handler", "action"]) {
      const browser = await signedIn(0);
      const [sent, [cookie]] = [renewals().length, tokensOf(browser)];
      assert.equal(await onPage(browser), "TokenNotWritable");
      assert.equal(await onPage(browser), "TokenNotWritable");
      assert.equal(renewals().length, sent, "the next refresh token would be lost");
      const found = renew === "handler" ? (await inHandler(browser)).found : [await inAction(browser)];
      const [token] = found;
      assert.match(token!, /^fake-access-/);
      assert.equal(new Set(found).size, 1);
      assert.equal(renewals().length, sent + 1);
      assert.notEqual(tokensOf(browser)[0], cookie);
      assert.equal(await onPage(browser), token);
      // The refresh token that was replaced is not sent again.
      const again = (await inHandler(browser, `?rejected=${token}`)).found;
      assert.equal(new Set(again).size, 1);
      assert.match(again[0]!, /^fake-access-/);
      assert.notEqual(again[0], token);
      const refreshTokens = renewals().slice(sent).map(({ params }) => params.get("refresh_token"));
      assert.equal(new Set(refreshTokens).size, refreshTokens.length);
      assert.equal(await onPage(browser), again[0]);
    }
  });

  test(`${framework}: auth.accessTokens.get() of Next says where to connect again, and the session goes on`, async () => {
    const browser = await signedIn(0);
    app.idp.tamper = {
      respond: { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
    };
    const refusedAt = (page: string) =>
      `Refused ${at("/tokens/auth/signin")}?${new URLSearchParams({
        callbackUrl: page,
      })}&error=ReconnectRequired&provider=idp`;
    // The browser of the tests names the URL that a script asks as the page of the script.
    const refused = refusedAt("/tokens/api");
    assert.deepEqual(await inHandler(browser), { found: [refused, refused, refused], name: "Ada Lovelace" });
    assert.equal(await inAction(browser), refusedAt("/tokens"));
    app.idp.tamper = {};
  });

  test(`${framework}: auth.accessTokens.get() of Next leads a stranger to the sign-in page, and refuses a script`, async () => {
    const stranger = app.visitor();
    assert.deepEqual(await inHandler(stranger), {
      found: ["SessionRequired", "SessionRequired", "SessionRequired"],
      name: null,
    });
    const page = await stranger.open(at("/tokens"));
    assert.match(page.html, /\/tokens\/auth\/signin\?callbackUrl=/);
    assert.doesNotMatch(page.html, /fake-access-/);
  });
}
