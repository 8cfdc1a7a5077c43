/**
 * The page that asks a user to connect with a provider again, before and after a failure.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { openTokens } from "./_access_tokens.ts";
import { APP, oauth2 } from "./_world.ts";

test("after a cancel at the provider, the page that connects again offers it alone", async () => {
  const world = await openTokens();
  const denied = { idp: /signin\/idp/, others: /signin\/email|callback\/password|Continue as/ };
  const kinds = [
    { error: "ReconnectRequired", link: null, way: new RegExp(`<a class="link" href="${APP}">Back to `) },
    { error: null, link: "true", way: new RegExp(`<a class="link" href="${APP}/home">`) },
  ];
  for (const { error, link, way } of kinds) {
    if (link) await world.db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" });
    const query = new URLSearchParams({
      ...(error && { error }),
      ...(link && { link }),
      provider: "idp",
      callbackUrl: "/home",
    });
    let page = await world.browser.open(`${APP}/auth/signin?${query}`);
    for (let times = 0; times < 2; times++) {
      world.idp.deny();
      page = await page.submit("/auth/signin/idp");
      assert.match(page.url, /error=OAuthCallbackError/);
      assert.match(page.url, /provider=idp/);
      assert.match(page.text, /cancelled/);
      assert.match(page.html, denied.idp);
      assert.doesNotMatch(page.html, denied.others);
      assert.match(page.html, way);
    }
  }
  // A user who has chosen among all of them still may.
  const all = await world.browser.open(`${APP}/auth/signin`);
  world.idp.deny();
  const page = await all.submit("/auth/signin/idp");
  assert.match(page.html, /signin\/email/);
  assert.doesNotMatch(page.url, /provider=/);
});

test("pages for a user who is signed in lead back to the application below its path", async () => {
  const world = await openTokens();
  const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const config = { ...world.config, url: `${APP}/shop` } as AuthConfig;
  for (const page of ["account", "signin?error=ReconnectRequired&provider=idp"]) {
    const answer = await Auth(new Request(`${APP}/shop/auth/${page}`, { headers: { cookie } }), config);
    const html = await answer.text();
    assert.match(html, new RegExp(`<a class="link" href="${APP}/shop">(?:<svg.*</svg>)?Back to `), page);
  }
});

test("a user who is signed in is not asked to create an account where the page asks for their own way to sign in", async () => {
  const world = await openTokens();
  const config = { ...world.config, theme: { links: { signUp: "/register" } } } as AuthConfig;
  const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const query of ["error=ReconnectRequired&provider=idp", "error=SessionNotFresh", "link=true", ""]) {
    for (const headers of [{ cookie }, { cookie: "" }]) {
      const page = await Auth(new Request(`${APP}/auth/signin?${query}`, { headers }), config);
      const isShown = (await page.text()).includes('href="/register"');
      assert.equal(
        isShown,
        query === "" || headers.cookie === "",
        `${query} ${headers.cookie && "signed in"}`,
      );
    }
  }
});

test("the page that connects again escapes the name of the provider, and names none that the config lacks", async () => {
  const world = await openTokens();
  const config = { ...world.config, providers: [{ ...oauth2(world.idp), name: "<b>A&B</b>" }] } as AuthConfig;
  const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const pageOf = async (provider: string) => {
    const url = `${APP}/auth/signin?error=ReconnectRequired&provider=${provider}`;
    return await (await Auth(new Request(url, { headers: { cookie } }), config)).text();
  };
  assert.match(await pageOf("idp"), /The connection to &#60;b&#62;A&#38;B&#60;\/b&#62; has ended\./);
  assert.match(await pageOf("%3Cscript%3E"), /The connection to that service has ended\./);
});
