/**
 * Next 16 with Turbopack, Cache Components, and the proxy on Node: the application of `examples/next`, on the packed
 * tarball. The nightly run has it without Cache Components, too.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isNightly } from "../_nightly.ts";
import { builtApp, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { NEXT, NEXT_UNCACHED } from "./_next_app.ts";
import { nextChecks } from "./_next_checks.ts";
import { nextTokenChecks } from "./_next_tokens.ts";
import { submit } from "./_server_actions.ts";
import { checkTypes } from "./_types.ts";

// The nightly run starts them in test/e2e/next_test.ts at the same time.
const folder = await builtApp(NEXT);
const app = await startApp(NEXT, folder);
const uncached = isNightly ? await startApp(NEXT_UNCACHED, await builtApp(NEXT_UNCACHED)) : null;

checkTypes("Next 16", folder);
frameworkChecks("Next 16", app, { basePath: "/api/auth" });
nextChecks("Next 16", app, ["/plain/auth", "/plain/handler"]);
nextTokenChecks("Next 16", app);
if (uncached) {
  frameworkChecks("Next 16 without Cache Components", uncached, { basePath: "/api/auth" });
  nextTokenChecks("Next 16 without Cache Components", uncached);
  nextChecks("Next 16 without Cache Components", uncached, ["/plain/auth", "/plain/handler", "/plain/edge"]);
}

test("auth() keeps to the rules of Next for what it renders before a request", () => {
  assert.doesNotMatch(app.printed(), /Error: Route|unstable value/);
});

test("NextAuth() takes the host of the request if the config trusts it, never that of a forwarding header", async () => {
  const env = { ...NEXT.env, AUTH_TRUST_HOST: "true" };
  const trusting = await startApp({ ...NEXT, env, url: null }, folder);
  const { origin } = new URL(trusting.inner);
  const headers = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.example",
  };
  const providers = await trusting.fetch(new Request(`${origin}/api/auth/providers`, { headers }));
  assert.equal((await providers.json()).idp.callbackUrl, `${origin}/api/auth/callback/idp`);
  trusting.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  const browser = trusting.visitor();
  const started = await submit(browser, `${origin}/`, { button: "With the provider" });
  await started.body?.cancel();
  const location = new URL(started.headers.get("location")!);
  assert.equal(location.searchParams.get("redirect_uri"), `${origin}/api/auth/callback/idp`);
  const page = await browser.open(location.href);
  assert.equal(page.url, `${origin}/protected`);
  assert.match(page.text, /For Ada Lovelace/);
});

test("NextAuth() without a secret answers 500, and the log says what to set", async () => {
  const broken = await startApp({ ...NEXT, env: { ...NEXT.env, AUTH_SECRET: "" } }, folder);
  for (const path of ["/api/auth/signin", "/protected", "/plain/auth", "/nested"]) {
    const response = await broken.fetch(new Request(broken.origin + path));
    // Next has sent the beginning of a page before a part of it below `<Suspense>` fails.
    assert.equal(response.status, path === "/nested" ? 200 : 500, path);
    assert.doesNotMatch(await response.text(), /AUTH_SECRET/);
  }
  assert.match(broken.printed(), /Configuration|ConfigError/);
  assert.match(broken.printed(), /AUTH_SECRET/);
});
