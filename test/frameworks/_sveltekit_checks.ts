/**
 * Tests that only SvelteKit needs. The application is `npm/frameworks/sveltekit`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type App, ORIGIN } from "./_app.ts";
import { openKeptForm, signInAs } from "./_own_code.ts";

/** Defines the tests of one application. @param kit Its name and version. */
export function kitChecks(kit: string, app: App): void {
  for (const [name, check] of Object.entries(CHECKS)) {
    test(`${kit} and the library agree that ${name}`, async () => {
      try {
        await check({ app, browser: app.visitor() });
      } catch (error) {
        console.log(app.printed().slice(-3000));
        throw error;
      }
    });
  }
}

interface Context {
  readonly app: App;
  /** A browser without cookies. */
  readonly browser: Browser;
}

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const GRACE = { username: "grace", password: "correct horse" };
const TOKEN = "__Host-latchkey.session-token";

const CHECKS: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  async "SignIn leads to the provider with its parameters, and to redirectTo, without JavaScript"(context) {
    const { app, browser } = context;
    app.idp.requests.length = 0;
    app.idp.login(ADA);
    const page = await (await browser.open(`${ORIGIN}/`)).submit("Sign in with idp");
    assert.equal(page.url, `${ORIGIN}/protected`);
    assert.match(page.text, /For Ada Lovelace/);
    const asked = app.idp.requests.find(({ url }) => url.includes("response_type"))!;
    assert.equal(new URL(asked.url).searchParams.get("login_hint"), "ada");
    const left = await (await browser.open(`${ORIGIN}/`)).submit("Leave");
    assert.equal(left.url, `${ORIGIN}/`);
    assert.match(left.text, /Nobody is signed in/);
    assert.deepEqual(browser.refused, []);
  },
  async "a form action gets CredentialsSignin with its code, and shows it without JavaScript"({ browser }) {
    let page = await browser.open(`${ORIGIN}/`);
    for (const [username, code] of [["grace", "credentials"], ["locked", "locked"]] as const) {
      page = await page.submit(page.url.endsWith("/signin") ? 0 : "Sign in with a password", {
        username,
        password: "wrong",
      });
      assert.deepEqual([page.url, page.status], [`${ORIGIN}/signin`, 400]);
      assert.match(page.text, new RegExp(`That did not work: ${code}`));
    }
    page = await page.submit(0, GRACE);
    assert.equal(page.url, `${ORIGIN}/protected`);
    assert.match(page.text, /For grace/);
  },
  async "a form without a provider leads to the sign-in page, and so does an unknown one"({ browser }) {
    for (const providerId of ["", "unknown"]) {
      const page = await postForm(browser, "/signin", { providerId, redirectTo: "/protected" });
      const { pathname, searchParams } = new URL(page.headers.get("location")!);
      assert.equal(pathname, "/auth/signin", providerId);
      assert.equal(new URL(searchParams.get("callbackUrl")!, ORIGIN).href, `${ORIGIN}/protected`, providerId);
    }
  },
  async "the components render forms with the fields of the form actions"({ browser }) {
    const { html, url } = await browser.open(`${ORIGIN}/deep/forms`);
    const forms = [...html.replaceAll(/<!--.*?-->/g, "").matchAll(/<form([^>]*)>([^]*?)<\/form>/g)];
    const shown = forms.map(([, attributes = "", content = ""]) => ({
      action: new URL(/ action="([^"]*)"/.exec(attributes)![1]!, url).href.slice(ORIGIN.length),
      class: / class="([^"]*)"/.exec(attributes)?.[1],
      fields: [...content.matchAll(/name="([^"]*)"(?: value="([^"]*)")?/g)].map(([, name, value]) =>
        value === undefined ? name : `${name}=${value}`
      ),
      text: content.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ").trim(),
    }));
    assert.deepEqual(shown, [
      { action: "/signin", class: undefined, fields: [], text: "Sign in" },
      {
        action: "/signin",
        class: undefined,
        fields: ["providerId=resend", "redirectTo=/a?b=c&amp;d", "email"],
        text: "Email Sign in with resend",
      },
      {
        action: "/signin",
        class: "mail",
        fields: ["providerId=our-mail", "redirect=false", "email=ada@example.com"],
        text: "Your address Sign in with our-mail",
      },
      {
        action: "/own?/form",
        class: undefined,
        fields: ["providerId=idp", "authorizationParams-login_hint=ada"],
        text: "Sign in with idp",
      },
      { action: "/signout", class: undefined, fields: ["redirectTo=/"], text: "Sign out" },
    ]);
  },
  async "with redirect=false the form action returns the URL, and the cookies are set"({ browser }) {
    const fields = { ...GRACE, providerId: "credentials", redirectTo: "/protected", redirect: "false" };
    const signedIn = await postForm(browser, "/own?/form", fields);
    assert.equal(signedIn.status, 200);
    const text = await signedIn.text();
    assert.match(text, /Session of grace/);
    assert.match(text, /Result: {"url":"https:\/\/app\.example\/protected"}/);
    assert.equal((await sessionOf(browser))?.user.name, "grace");
  },
  async "the application's own actions sign in, change the session and sign out"({ app, browser }) {
    app.idp.login(ADA);
    const begun = await postForm(browser, "/own?/idp", {});
    assert.equal(begun.status, 303);
    const back = await browser.open(begun.headers.get("location")!);
    assert.equal(back.url, `${ORIGIN}/protected`);
    await postForm(browser, "/own?/change", {}).then((response) => response.text());
    assert.deepEqual([(await sessionOf(browser))?.user.name, (await sessionOf(browser))?.text], [
      "Ada Lovelace",
      "changed",
    ]);
    const left = await postForm(browser, "/own?/leave", {});
    assert.deepEqual(left.headers.getSetCookie().map((each) => each.split(";", 1)[0]), [`${TOKEN}=`]);
    // The page that follows in the same answer has the session of after the action.
    assert.match(await left.text(), /Session of nobody/);
    assert.equal(await sessionOf(browser), null);
    assert.match(await (await postForm(browser, "/own?/stay", GRACE)).text(), /Session of grace/);
    assert.equal((await sessionOf(browser))?.user.name, "grace");
  },
  async "a form action whose body was read before fails with a sentence"({ app, browser }) {
    const response = await postForm(browser, "/own?/read", GRACE);
    await response.body?.cancel();
    assert.equal(response.status, 500);
    assert.match(
      app.printed(),
      /Cannot read the form: the action has read the body.* Pass .*signIn\(event, { … }\)/,
    );
  },
  async "a form of an origin that Kit trusts is no form of the application"({ app, browser }) {
    const fields = { ...GRACE, providerId: "credentials" };
    for (const [origin, status] of [["https://evil.example", 403], [app.idp.origin, 403]] as const) {
      const response = await app.fetch(
        new Request(`${ORIGIN}/signin`, {
          method: "POST",
          headers: { accept: "text/html", origin, "sec-fetch-site": "cross-site" },
          body: new URLSearchParams(fields),
        }),
      );
      assert.equal(response.status, status);
      assert.deepEqual(response.headers.getSetCookie(), []);
      await response.body?.cancel();
    }
    assert.equal(await sessionOf(browser), null);
  },
  async "auth.require() leads to the sign-in page from a page and from a form action, and refuses scripts"(
    { app, browser },
  ) {
    const at = (path: string, headers: HeadersInit) => app.fetch(new Request(ORIGIN + path, { headers }));
    const page = await at("/account?a=b", { accept: "text/html" });
    assert.equal(page.status, 303);
    assert.equal(page.headers.get("location"), "/auth/signin?callbackUrl=%2Faccount%3Fa%3Db");
    assert.match(page.headers.get("cache-control")!, /no-store/);
    // The client of Kit asks for the data of the page that a link leads to.
    const { type, location } = await (await at("/account/__data.json?a=b", {})).json();
    assert.deepEqual([type, location], ["redirect", "/auth/signin?callbackUrl=%2Faccount%3Fa%3Db"]);
    const api = await at("/api/me", { accept: "application/json" });
    assert.deepEqual([api.status, (await api.json()).message], [401, "Sign in first."]);
    const action = await postForm(browser, "/own?/guarded", {});
    await action.body?.cancel();
    assert.deepEqual([action.status, action.headers.get("location")], [
      303,
      "/auth/signin?callbackUrl=%2Fown",
    ]);
    const enhanced = { accept: "application/json", "x-sveltekit-action": "true" };
    const answer = await (await postForm(browser, "/own?/guarded", {}, enhanced)).json();
    assert.deepEqual([answer.type, answer.location], ["redirect", "/auth/signin?callbackUrl=%2Fown"]);
  },
  async "auth.require() gives a page, a form action and an endpoint the session"(context) {
    const { browser } = context;
    await signIn(context);
    assert.match((await browser.open(`${ORIGIN}/account`)).text, /Ada Lovelace/);
    assert.deepEqual(await (await browser.fetch(`${ORIGIN}/api/me`)).json(), { name: "Ada Lovelace" });
    const shown = await (await postForm(browser, "/own?/guarded", {})).text();
    assert.match(shown, /Result: {"name":"Ada Lovelace"}/);
  },
  async "a form whose session is too old is kept, with and without JavaScript, and sent again by a click"(
    { app, browser },
  ) {
    const scripted = { accept: "application/json", "x-sveltekit-action": "true" };
    for (const headers of [{}, scripted] as Record<string, string>[]) {
      await signInAs(browser, app, { sub: "ada", age: 400 });
      const referer = `${ORIGIN}/own?a=b`;
      const refused = await postForm(browser, "/own?a=b&/transfer", { to: "Zoë & Bob" }, {
        referer,
        ...headers,
      });
      const text = await refused.text();
      const location = refused.headers.get("location") ?? JSON.parse(text).location;
      const page = await openKeptForm(browser, app, location);
      const sent = await page.submit(0);
      assert.equal(sent.url, `${ORIGIN}/own?a=b&/transfer`);
      assert.match(sent.text, /Result: {"sent":"ada: Zoë & Bob"}/);
    }
  },
  async "a config function keeps metadata and keys between requests"({ app }) {
    app.idp.requests.length = 0;
    for (const _ of [1, 2, 3]) {
      const browser = app.visitor();
      app.idp.login(ADA);
      const page = await browser.open(`${ORIGIN}/tenant/auth/signin?callbackUrl=/tenant/session`);
      assert.equal((await page.submit("/tenant/auth/signin/idp")).url, `${ORIGIN}/tenant/session`);
      assert.equal(await (await browser.fetch(`${ORIGIN}/session`)).json(), null);
    }
    const paths = app.idp.requests.map(({ url }) => new URL(url).pathname);
    const count = (wanted: string) => paths.filter((path) => path === wanted).length;
    assert.equal(count("/.well-known/openid-configuration"), 1);
    assert.equal(count(new URL(app.idp.metadata.jwks_uri).pathname), 1);
    assert.equal(count(new URL(app.idp.metadata.token_endpoint).pathname), 3);
  },
  async "a config function that fails gives 500 and a sentence"({ app }) {
    const response = await app.fetch(new Request(`${ORIGIN}/session`, { headers: { "x-broken": "1" } }));
    await response.body?.cancel();
    assert.equal(response.status, 500);
    assert.match(
      app.printed(),
      /Cannot read the config: the function passed to KitAuth failed: .*There is no such tenant/,
    );
  },
  async "a prerendered page has no session, and needed no secret"(context) {
    await signIn(context);
    const page = await context.browser.open(`${ORIGIN}/prerendered`);
    assert.match(page.text, /Prerendered for everyone/);
    assert.deepEqual(page.headers.getSetCookie(), []);
  },
  async "a page that is being sent may still read the session"(context) {
    await signIn(context);
    const page = await context.browser.open(`${ORIGIN}/stream`);
    assert.equal(page.status, 200);
    assert.match(page.html, /Ada Lovelace/);
    assert.match((await context.browser.open(`${ORIGIN}/`)).text, /Hello Ada Lovelace/);
  },
  async "a request of the application to itself sets the session's cookie once"(context) {
    await signIn(context);
    const response = await context.browser.fetch(`${ORIGIN}/inner`);
    assert.deepEqual(await response.json(), ["Ada Lovelace", "Ada Lovelace"]);
    assert.deepEqual(response.headers.getSetCookie().map((each) => each.split("=", 1)[0]), [TOKEN]);
  },
  async "the path that a remote function names does not sign out"(context) {
    await signIn(context);
    const headers = { "x-sveltekit-pathname": "/auth/signout", origin: ORIGIN };
    const url = `${ORIGIN}/_app/remote/abc/nothing`;
    const response = await context.browser.fetch(url, { method: "POST", headers, body: "{}" });
    await response.body?.cancel();
    assert.ok(response.status >= 400);
    assert.ok(!response.headers.getSetCookie().some((each) => /Max-Age=0/.test(each)));
    assert.equal((await sessionOf(context.browser))?.user.name, "Ada Lovelace");
  },
  async "the answer to an enhanced form is a redirect as JSON"({ browser }) {
    const headers = { accept: "application/json", "x-sveltekit-action": "true" };
    const response = await postForm(browser, "/signin", { providerId: "idp" }, headers);
    assert.equal(response.status, 200);
    const { type, location } = await response.json();
    assert.equal(type, "redirect");
    assert.match(location, /^http:\/\/localhost:\d+\/.*response_type=code/);
    assert.ok(response.headers.getSetCookie().some((each) => /^__Host-latchkey\.flow\./.test(each)));
  },
};

/** A session as the application shows it. */
interface Shown {
  readonly user: { readonly name: string };
  readonly text: string | null;
}

async function signIn({ app, browser }: Context): Promise<Page> {
  app.idp.login(ADA);
  const page = await browser.open(`${ORIGIN}/auth/signin?callbackUrl=%2Fprotected`);
  return await page.submit("/auth/signin/idp");
}

async function sessionOf(browser: Browser): Promise<Shown | null> {
  return await (await browser.fetch(`${ORIGIN}/session`)).json();
}

/** Posts a form as a page of the application does. */
async function postForm(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await browser.fetch(ORIGIN + path, {
    method: "POST",
    headers: { accept: "text/html", origin: ORIGIN, ...headers },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}
