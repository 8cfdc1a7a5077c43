/**
 * `examples/next` as it is, built without any setting, in the nightly run, in which `start_test.ts` follows the page that has
 * its code. Each run checks its types, and `next_test.ts` builds it with more files.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isNightly } from "../_nightly.ts";
import { type App, installApp, openApp } from "./_app.ts";
import { continueWithGitHub } from "./_member_example.ts";
import { wantedNext } from "./_next_app.ts";
import { submit } from "./_server_actions.ts";
import { checkTypes } from "./_types.ts";

const EXAMPLE = wantedNext("next_example", ["examples/next"]);

if (isNightly) testExample(await openExample());
else {
  console.log("skipped: examples/next as it is, which the nightly run builds");
  checkTypes("examples/next", await installApp({ ...EXAMPLE, build: [] }));
}

async function openExample(): Promise<App> {
  const env = { ...EXAMPLE.env, AUTH_GITHUB_ID: "github-id", AUTH_GITHUB_SECRET: "github-secret" };
  return await openApp({ ...EXAMPLE, env });
}

function testExample(app: App): void {
  const at = (path: string) => app.origin + path;

  test("examples/next is built without settings, and its action leads to the sign-in page, which leads to GitHub", async () => {
    const browser = app.visitor();
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
    const response = await submit(browser, at("/"), { button: "Sign in" });
    await response.body?.cancel();
    const page = new URL(response.headers.get("location")!);
    assert.deepEqual([page.pathname, page.searchParams.get("callbackUrl")], [
      "/api/auth/signin",
      at("/protected"),
    ]);
    const location = await continueWithGitHub(browser, page.href);
    assert.equal(location.searchParams.get("client_id"), "github-id");
    assert.equal(location.searchParams.get("redirect_uri"), at("/api/auth/callback/github"));
    assert.ok(browser.cookies(at("/")).some(({ name }) => name.startsWith("__Host-latchkey.flow")));
  });

  test("examples/next protects its page and its API", async () => {
    const page = await app.visitor().open(at("/protected?a=b"));
    const { pathname, searchParams } = new URL(page.url);
    assert.deepEqual([pathname, searchParams.get("callbackUrl")], ["/api/auth/signin", "/protected?a=b"]);
    const response = await app.fetch(new Request(at("/api/me")));
    assert.deepEqual([response.status, await response.json()], [401, { message: "Sign in first." }]);
  });
}
