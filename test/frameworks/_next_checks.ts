/**
 * Tests of the application of `npm/frameworks/next` in every version of Next: its actions, `auth()` everywhere, its proxy.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../src/testing/mod.ts";
import type { App } from "./_app.ts";
import { cookieNames, signInAs, TOKEN } from "./_own_code.ts";
import { act, submit } from "./_server_actions.ts";

const GRACE = { username: "grace", password: "correct horse" };

/** What the browser has of another application on the domain. */
const FOREIGN = `${TOKEN}=foreign; kept=1; kept=2`;

/**
 * Defines the tests of one application.
 *
 * @param framework Its name and version.
 * @param handlers Paths of route handlers that no proxy precedes.
 */
export function nextChecks(framework: string, app: App, handlers: readonly string[]): void {
  const at = (path: string) => app.origin + path;

  test(`${framework}: signIn() in a server action of Next leads to the provider, with parameters, and back`, async () => {
    app.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const browser = app.visitor();
    const response = await submit(browser, at("/"), { button: "With the provider" });
    await response.body?.cancel();
    assert.equal(response.status, 303);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.searchParams.get("login_hint"), "ada");
    assert.equal(location.searchParams.get("redirect_uri"), at("/api/auth/callback/idp"));
    const page = await browser.open(location.href);
    assert.equal(page.url, at("/protected"));
    assert.match(page.text, /For Ada Lovelace/);
    assert.match((await act(browser, at("/"), { button: "Leave" })).text, /Nobody is signed in/);
    assert.equal(await sessionOf(app, browser), null);
  });

  test(`${framework}: signIn() without a provider leads to the sign-in page, and back to the page of the form`, async () => {
    const page = await act(app.visitor(), at("/?x=1"), { button: "On the page of the library" });
    assert.equal(new URL(page.url).pathname, "/api/auth/signin");
    const back = await page.submit("/api/auth/callback/credentials", GRACE);
    assert.equal(back.url, at("/?x=1"));
    assert.match(back.text, /Hello grace/);
  });

  test(`${framework}: signIn() in a server action of Next throws an AuthError with its type and code`, async () => {
    for (const [username, code] of [["grace", "credentials"], ["locked", "locked"]] as const) {
      const fields = { username, password: "wrong" };
      const page = await act(app.visitor(), at("/"), { button: "With a password", fields });
      assert.match(page.text, new RegExp(`Failed: CredentialsSignin, ${code}`));
    }
  });

  test(`${framework}: a sign-in page of the application says what failed, and leads back to the page before it`, async () => {
    const login = at("/login?callbackUrl=%2Fprotected");
    const wrong = { ...GRACE, password: "wrong" };
    const again = await act(app.visitor(), login, { button: "Sign in", fields: wrong });
    assert.equal(again.url, at("/login?error=CredentialsSignin&callbackUrl=%2Fprotected"));
    assert.match(again.text, /Name or password is wrong\./);
    const browser = app.visitor();
    const back = await act(browser, again.url, { button: "Sign in", fields: GRACE });
    assert.deepEqual([back.url, /For grace/.test(back.text)], [at("/protected"), true]);
    app.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const returned = await act(app.visitor(), login, { button: "Continue with Fake ID" });
    assert.deepEqual([returned.url, /For Ada/.test(returned.text)], [at("/protected"), true]);
    const elsewhere = await act(app.visitor(), at("/login?callbackUrl=https://evil.example/"), {
      button: "Sign in",
      fields: GRACE,
    });
    assert.equal(new URL(elsewhere.url).origin, app.origin);
  });

  test(`${framework}: a server action that stays on its page shows the new session at once`, async () => {
    const browser = app.visitor();
    const entered = await submit(browser, at("/stay"), { button: "Change", fields: GRACE });
    assert.match(await entered.text(), /Hello grace/);
    const left = await submit(browser, at("/stay"), { button: "Change" });
    // The proxy has prolonged the session, and the action ends it: the last cookie counts.
    const cookies = left.headers.getSetCookie().filter((cookie) => cookie.startsWith(TOKEN));
    assert.match(cookies.at(-1)!, /^__Host-latchkey\.session-token=;/);
    assert.match(await left.text(), /Nobody is signed in/);
    assert.equal(await sessionOf(app, browser), null);
  });

  test(`${framework}: update() in a server action gives the changed session, and auth() sees it afterwards`, async () => {
    const browser = await signedIn(app);
    const page = await act(browser, at("/edit"), { button: "Write", fields: { text: "new" } });
    const { searchParams } = new URL(page.url);
    assert.deepEqual(Object.fromEntries(searchParams), { before: "", updated: "new", after: "new" });
    assert.match(page.text, /Text: new/);
  });

  test(`${framework}: a session is found in whichever cookie of its name it is, everywhere in Next`, async () => {
    const shownTo = await signedIn(app);
    for (const cookies of [(own: string) => [own, FOREIGN], (own: string) => [FOREIGN, own]]) {
      const own = () => shownTo.cookies(at("/")).map(({ name, value }) => `${name}=${value}`).join("; ");
      const twice = {
        fetch: (url: string, init: RequestInit = {}) => {
          const headers = { ...init.headers, cookie: cookies(own()).join("; ") };
          return app.fetch(new Request(url, { ...init, headers }));
        },
      } as Browser;
      const { kept } = await (await twice.fetch(at("/who"))).json();
      assert.deepEqual(kept, ["kept=1", "kept=2"]);
      for (const path of ["/who", "/nested", ...handlers]) {
        assert.match(await (await twice.fetch(at(path))).text(), /grace/, path);
      }
      const fields = { text: "new" };
      const response = await submit(twice, at("/edit"), { button: "Write", fields, shownTo });
      await response.body?.cancel();
      const { searchParams } = new URL(response.headers.get("location")!, at("/"));
      assert.deepEqual(Object.fromEntries(searchParams), { before: "", updated: "new", after: "new" });
    }
  });

  test(`${framework}: a server action that another site submits is refused`, async () => {
    const browser = await signedIn(app);
    const { html } = await browser.open(at("/"));
    const action = /name="(\$ACTION_[^"]+)"(?![\s\S]*name="\$ACTION_)/.exec(html)![1]!;
    const body = new FormData();
    body.set(action, "");
    const cookie = browser.cookies(at("/")).map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { origin: "https://evil.example", cookie };
    const response = await app.fetch(new Request(at("/"), { method: "POST", headers, body }));
    await response.body?.cancel();
    assert.ok(response.status >= 400);
    assert.equal((await sessionOf(app, browser))?.user.name, "grace");
  });

  test(`${framework}: auth() reads the session once for a page, its layout and a late component`, async () => {
    const browser = await signedIn(app);
    const count = async () => await (await app.fetch(new Request(at("/reads"), { method: "POST" }))).json();
    const before = await count();
    const { text } = await browser.open(at("/nested"));
    assert.equal(text.match(/grace/g)?.length, 3);
    assert.equal(await count(), before + 1);
  });

  test(`${framework}: auth() in a route handler of Next that no proxy precedes prolongs the session`, async () => {
    const browser = await signedIn(app);
    for (const path of handlers) {
      const response = await browser.fetch(at(path));
      assert.deepEqual(cookieNames(response), [TOKEN], path);
      const { name, again = name } = await response.json();
      assert.deepEqual([name, again], ["grace", "grace"], path);
    }
  });

  test(`${framework}: signOut() in a route handler of Next wins over auth(), which has prolonged the session`, async () => {
    const browser = await signedIn(app);
    const response = await browser.fetch(at("/plain/out"), { method: "POST", headers: { origin: at("") } });
    assert.deepEqual(await response.json(), { before: "grace", after: null, redirect: at("/") });
    const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith(TOKEN));
    assert.equal(cookies.length, 1);
    assert.match(cookies[0]!, /=;/);
    assert.equal(await sessionOf(app, browser), null);
  });

  test(`${framework}: auth() as a proxy gives what runs afterwards the prolonged session, and the browser one cookie`, async () => {
    const browser = await signedIn(app);
    for (const path of ["/who", "/wrapped/open", "/wrapped/headers", "/wrapped/rewritten"]) {
      const sent = browser.cookies(at("/")).find(({ name }) => name === TOKEN)!.value;
      const response = await browser.fetch(at(path));
      assert.deepEqual(cookieNames(response), [TOKEN], path);
      assert.equal((await response.json()).name, "grace", path);
      assert.notEqual(browser.cookies(at("/")).find(({ name }) => name === TOKEN)!.value, sent, path);
    }
  });

  test(`${framework}: auth() around a proxy keeps what its function answers`, async () => {
    const browser = await signedIn(app);
    const handed = await browser.fetch(at("/wrapped/headers"));
    assert.equal(handed.headers.get("x-seen"), "1");
    assert.deepEqual(await handed.json(), { name: "grace", added: "grace" });
    assert.ok(![...handed.headers.keys()].some((name) => /^x-(middleware|latchkey)/.test(name)));
    const response = await app.fetch(new Request(at("/wrapped/headers")));
    await response.body?.cancel();
    assert.equal(new URL(response.headers.get("location")!, at("/")).href, at("/?from=proxy"));
  });

  test(`${framework}: auth() as a proxy whose callback throws sends the prolonged cookie with its answer`, async () => {
    const browser = await signedIn(app);
    const failed = await browser.fetch(at("/fails-in-proxy"));
    assert.deepEqual([failed.status, cookieNames(failed)], [500, [TOKEN]]);
    assert.doesNotMatch(await failed.text(), /This is meant to fail/);
    assert.equal((await sessionOf(app, browser))?.user.name, "grace");
  });

  test(`${framework}: auth() around a proxy leaves the library's own requests alone`, async () => {
    const page = await app.fetch(new Request(at("/api/auth/signin"), { headers: { "x-wrapped": "1" } }));
    assert.equal(page.status, 200);
    assert.match(await page.text(), /csrfToken/);
  });

  test(`${framework}: callbacks.session that calls auth() gets an error, and the request its answer`, async () => {
    const browser = await signedIn(app);
    const { name, got } = await (await browser.fetch(at("/asks"))).json();
    assert.match(got, /^Cannot use `auth` in a callback that it waits for/);
    assert.equal(typeof name, "string");
  });

  test(`${framework}: callbacks.authorized answers with a Response of its own`, async () => {
    const response = await app.fetch(new Request(at("/teapot")));
    assert.deepEqual([response.status, await response.text()], [418, "A teapot."]);
  });

  test(`${framework}: a form that is sent after the session has ended leads to the sign-in page`, async () => {
    const sent = { method: "POST", headers: { origin: at("") }, body: new URLSearchParams({ a: "b" }) };
    const response = await app.fetch(new Request(at("/protected"), sent));
    await response.body?.cancel();
    assert.equal(response.status, 303);
    assert.equal(new URL(response.headers.get("location")!, at("/")).pathname, "/api/auth/signin");
  });

  test(`${framework}: a request that Next prefetches gets the page without a session, or the way to the sign-in page`, async () => {
    const headers = { rsc: "1", "next-router-prefetch": "1" };
    const response = await app.fetch(new Request(at("/protected?a=b&_rsc=x"), { headers }));
    await response.body?.cancel();
    const location = new URL(response.headers.get("location")!, at("/"));
    assert.equal(location.pathname, "/api/auth/signin");
    assert.equal(location.searchParams.get("callbackUrl"), "/protected?a=b");
  });

  test(`${framework}: the answer of a provider stays for the browser, if Next fetches its address before`, async () => {
    const url = at("/api/auth/callback/idp?code=a&state=b&_rsc");
    const ahead = await app.fetch(new Request(url, { headers: { rsc: "1", accept: "*/*" } }));
    assert.deepEqual([ahead.status, await ahead.text()], [200, "{}"]);
    const opened = await app.fetch(new Request(url, { headers: { accept: "text/html" } }));
    await opened.body?.cancel();
    assert.match(opened.headers.get("location")!, /\/api\/auth\/signin\?.*error=/);
  });

  test(`${framework}: auth.require() of a page leads to the sign-in page, also where a link of Next asks for its data`, async () => {
    const headers = { rsc: "1", accept: "*/*" };
    for (
      const [path, init] of [["/guarded", { accept: "text/html" }], ["/guarded?_rsc", headers]] as const
    ) {
      const response = await app.fetch(new Request(at(path), { headers: init }));
      const answer = response.headers.get("location") ?? await response.text();
      assert.match(answer, /\/api\/auth\/signin\?callbackUrl=%2Fguarded/);
    }
  });

  test(`${framework}: a header that only the proxy may send changes nothing but who prolongs the session`, async () => {
    const browser = await signedIn(app);
    const headers = { "x-latchkey-prolonged": TOKEN, "x-middleware-set-cookie": `${TOKEN}=x` };
    const response = await browser.fetch(at("/plain/auth"), { headers });
    assert.equal((await response.json()).name, "grace");
    assert.deepEqual(cookieNames(response), []);
  });

  test(`${framework}: auth.require({ form }) in a server action keeps the form, and its page shows it after the step-up`, async () => {
    const browser = app.visitor();
    const fields = { to: `"Zoë" <b&c>`, pin: "1234" };
    const input = async (name: string) => {
      const { html } = await browser.open(at("/transfer"));
      return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
    };
    await signInAs(browser, app, { sub: "id-grace", age: 400 });
    const refused = await submit(browser, at("/transfer"), { button: "Transfer", fields });
    await refused.body?.cancel();
    assert.equal(refused.status, 303);
    const back = new URL(refused.headers.get("location")!, at("/")).searchParams;
    assert.deepEqual([back.get("error"), back.get("callbackUrl")], ["SessionNotFresh", "/transfer"]);

    await signInAs(browser, app, { sub: "id-ada", age: 0 });
    assert.equal(await input("to"), "");
    await signInAs(browser, app, { sub: "id-grace", age: 0 });
    assert.equal(await input("to"), "&quot;Zoë&quot; &lt;b&amp;c&gt;");
    // A secret is typed again.
    assert.equal(await input("pin"), "");
    const page = await act(browser, at("/transfer"), { button: "Transfer", fields });
    assert.equal(new URL(page.url).searchParams.get("sent"), `id-grace: ${fields.to}`);
    assert.equal(await input("to"), "");
  });
}

async function signedIn(app: App): Promise<Browser> {
  const browser = app.visitor();
  await act(browser, `${app.origin}/`, { button: "With a password", fields: GRACE });
  return browser;
}

async function sessionOf(app: App, browser: Browser): Promise<{ user: { name: string } } | null> {
  return await (await browser.fetch(`${app.origin}/session`)).json();
}
