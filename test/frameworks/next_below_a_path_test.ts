/**
 * Next 16 with a base path and Cache Components, in the nightly run: the application of `examples/next`, on the packed
 * tarball. `test/integrations/next_test.ts` has the base path in each run, `next_test.ts` Cache Components.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isNightly } from "../_nightly.ts";
import { type App, openApp } from "./_app.ts";
import { NEXT_BELOW_A_PATH } from "./_next_app.ts";
import { act, submit } from "./_server_actions.ts";

const GRACE = { username: "grace", password: "correct horse" };

if (isNightly) testBelowAPath(await openApp(NEXT_BELOW_A_PATH));
else console.log("skipped: Next 16 with a base path, which the nightly run builds");

function testBelowAPath(app: App): void {
  const at = (path: string) => `${app.origin}/app${path}`;

  test("NextAuth() below the base path of Next signs in with a provider, protects pages, and signs out", async () => {
    app.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const browser = app.visitor();
    const page = await browser.open(at("/protected?a=b"));
    const { pathname, searchParams } = new URL(page.url);
    assert.deepEqual([pathname, searchParams.get("callbackUrl")], [
      "/app/api/auth/signin",
      "/app/protected?a=b",
    ]);
    const back = await page.submit("/app/api/auth/signin/idp");
    assert.equal(back.url, at("/protected?a=b"));
    assert.match(back.text, /For Ada Lovelace/);
    const left = await submit(browser, at(""), { button: "Leave" });
    await left.body?.cancel();
    // Paths are those that browsers see, as everywhere in the library.
    assert.equal(left.headers.get("location"), `${app.origin}/`);
    assert.match((await browser.open(at(""))).text, /Nobody is signed in/);
  });

  test("server actions below the base path of Next sign in, and throw an AuthError", async () => {
    const browser = app.visitor();
    const fields = { ...GRACE, redirectTo: "/app" };
    assert.match((await act(browser, at(""), { button: "With a password", fields })).text, /Hello grace/);
    const wrong = { ...GRACE, password: "wrong" };
    const response = await submit(browser, at(""), { button: "With a password", fields: wrong });
    await response.body?.cancel();
    assert.match(response.headers.get("location")!, /failed=CredentialsSignin&code=credentials/);
  });

  test("auth() reads the session once for a page with Cache Components", async () => {
    const browser = app.visitor();
    await act(browser, at(""), { button: "With a password", fields: { ...GRACE, redirectTo: "/app" } });
    const count = async () => await (await app.fetch(new Request(at("/reads"), { method: "POST" }))).json();
    const before = await count();
    const { html } = await browser.open(at("/nested"));
    assert.ok(html.match(/grace/g)!.length >= 3);
    assert.equal(await count(), before + 1);
  });

  test("auth() as a proxy below the base path of Next prolongs the session once", async () => {
    const browser = app.visitor();
    await act(browser, at(""), { button: "With a password", fields: { ...GRACE, redirectTo: "/app" } });
    const response = await browser.fetch(at("/session"));
    assert.equal((await response.json()).user.name, "grace");
    assert.equal(response.headers.getSetCookie().length, 1);
  });

  test("auth() as a proxy below the base path of Next runs for the home page, too", async () => {
    const headers = { "x-wrapped": "1" };
    for (const path of ["", "/who"]) {
      const response = await app.fetch(new Request(at(path), { headers, redirect: "manual" }));
      await response.body?.cancel();
      assert.match(response.headers.get("location") ?? "", /\/\?from=proxy$/, path);
    }
  });

  test("auth() and SessionProvider keep to the rules of Next for what it renders before a request", () => {
    assert.doesNotMatch(app.printed(), /Error: Route|unstable value/);
  });
}
