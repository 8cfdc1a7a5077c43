/**
 * `signInPage: "skip-if-one"`: users are sent to the one provider in the place of the sign-in page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { APP, oauth2, oidc, open, type WorldOptions } from "./_world.ts";

const PAGE = `${APP}/auth/signin?callbackUrl=/orders`;

/** Opens a world whose config skips the page. */
function openSkipping(options: Parameters<typeof open>[0] = {}) {
  const world = open({ signInPage: "skip-if-one", ...options });
  world.idp.login({ sub: "ada", name: "Ada", email: "ada@example.com" });
  return world;
}

/** Where the sign-in page leads a browser that opens it; `null` if it is shown. */
async function leadsTo(
  { browser, platform }: ReturnType<typeof open>,
  query = "",
  headers: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const cookie = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(`${PAGE}${query}`, { headers: { cookie, accept: "text/html", ...headers } });
  const response = await platform.sites[APP]!(request);
  assert.ok(response.status === 200 || response.status === 302, `${response.status}`);
  await response.body?.cancel();
  return response.headers.get("location");
}

for (const [name, provider] of [["OAuth", oauth2], ["OpenID", oidc]] as const) {
  test(`Users are sent to the one provider, and return to the page that they wanted, with ${name}`, async () => {
    const world = openSkipping({ providers: (idp) => [provider(idp)] });
    assert.equal((await world.browser.open(PAGE)).url, `${APP}/orders`);
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });
}

test("The page is shown after a failure, so that no browser goes round in a circle", async () => {
  const world = openSkipping();
  world.idp.deny();
  const page = await world.browser.open(PAGE);
  assert.match(page.url, /\/auth\/signin\?.*error=OAuthCallbackError/);
  assert.match(page.text, /Sign in/);
  world.idp.login({ sub: "ada", name: "Ada", email: "ada@example.com" });
  assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/orders`);
});

test("The page says that the provider doesn't answer, and leads there again", async () => {
  const world = openSkipping();
  const sound = world.platform.sites[world.idp.origin]!;
  world.platform.sites[world.idp.origin] = () => new Response(null, { status: 503 });
  const page = await world.browser.open(PAGE);
  assert.match(page.url, /\/auth\/signin\?.*error=/, world.log());
  assert.match(page.text, /Sign in/);
  world.platform.sites[world.idp.origin] = sound;
  assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/orders`);
});

test("A link of another site chooses no account at the provider (CS-21)", async () => {
  const world = openSkipping();
  const url = new URL((await leadsTo(world, "&login_hint=eve@evil.example&prompt=consent&ui_locales=de"))!);
  assert.deepEqual([url.searchParams.get("login_hint"), url.searchParams.get("prompt")], [null, null]);
  assert.equal(url.searchParams.get("ui_locales"), "de");
});

test("A page that asks for a session leads to the provider at once", async () => {
  const world = openSkipping();
  assert.match((await leadsTo(world, "&error=SessionRequired"))!, /^https:\/\/idp/);
});

test("A link signs nobody in who is signed in, and no script or prefetch begins a sign-in (CS-21)", async () => {
  const world = openSkipping();
  const others = [
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["sec-fetch-mode", "no-cors"],
    ["accept", "application/json"],
  ] as const;
  for (const [name, value] of others) assert.equal(await leadsTo(world, "", { [name]: value }), null, name);
  await world.browser.open(PAGE);
  world.idp.login({ sub: "eve", name: "Eve", email: "eve@evil.example" });
  assert.equal(await leadsTo(world), null);
  assert.match((await world.browser.open(PAGE)).text, /Ada/);
  assert.equal((await world.session())?.user.email, "ada@example.com");
});

test("The page is shown where there is another way to sign in, or one is to be added", async () => {
  const two: WorldOptions["adapter"] = Memory();
  const ways: Readonly<Record<string, Parameters<typeof open>[0]>> = {
    "another provider": { providers: (idp) => [oidc(idp), oauth2(idp, { id: "other" })] },
    "a passkey": { providers: (idp) => [oidc(idp), Passkey()], adapter: two },
  };
  for (const [way, options] of Object.entries(ways)) {
    assert.equal(await leadsTo(openSkipping(options)), null, way);
  }
  const adding = openSkipping({ adapter: Memory() });
  assert.equal(await leadsTo(adding, "&link=true"), null);
  assert.match((await leadsTo(adding))!, /^https:\/\/idp/);
});

test("A database that fails leaves the page in place", async () => {
  const adapter = Memory();
  const world = openSkipping({ adapter });
  await world.browser.open(PAGE);
  Object.assign(adapter, { getSessionAndUser: () => Promise.reject(new Error("down")) });
  assert.equal(await leadsTo(world), null);
});

test("A value that the option does not have, and a page of the application beside it, are refused", async () => {
  const message = /Cannot use `signInPage`: write "skip-if-one", without `pages\.signIn`, or leave it out/;
  for (const options of [{ signInPage: "skip" as "skip-if-one" }, { pages: { signIn: "/login" } }]) {
    const world = openSkipping(options);
    await testBrowser(world.platform.sites, { now: world.platform.now }).fetch(PAGE);
    assert.match(world.log(), message);
  }
});
