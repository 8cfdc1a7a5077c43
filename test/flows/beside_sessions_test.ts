/**
 * What lives beside a session, such as its row for the provider, its ID token and its tokens: it lasts as long, at every place where
 * a session goes on, and a browser can always carry it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { COOKIE_BUDGET } from "../../src/http/cookie_budget.ts";
import { Password } from "../../src/providers/password.ts";
import type { Browser, FakeProvider } from "../../src/testing/mod.ts";
import { openCookies } from "./_cookie_tokens.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { openOAuth } from "./_oauth.ts";
import { END_SESSION, openLogout } from "./_provider_logout.ts";
import { codeAt, secretIn } from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { noise } from "./_sessions.ts";
import { APP, oidc } from "./_world.ts";
import { chosen } from "../_short.ts";

const HOUR = 3600;

/** What lets a session go on, in the world of a user with a password and a second factor. */
const CHANGES = {
  "a step-up": async ({ browser, code }) => {
    const page = await browser.open(`${APP}/auth/second-factor?callbackUrl=/home`);
    await page.submit("/auth/second-factor", { code: code() });
  },
  "a new password": async ({ browser }) => {
    const page = await browser.open(`${APP}/auth/password?callbackUrl=/home`);
    await page.submit("/auth/password", { current: GOOD, password: BETTER });
  },
  "signing out everywhere else": async ({ browser }) => {
    await send(browser, "account", { action: "sign-out-others" });
  },
} satisfies Record<
  string,
  (user: { readonly browser: Browser; readonly code: () => string }) => Promise<void>
>;

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [what, change] of Object.entries(CHANGES)) {
    test(`A provider ends a session, with ${strategy}, that went on after ${what} and was idle since (LO-05)`, async () => {
      const adapter = Memory();
      const world = await openLogout({
        adapter,
        url: APP,
        session: { strategy, maxAge: 8 * HOUR, freshAge: 8 * HOUR },
        features: [ProviderLogout({ backchannel: true }), SecondFactor({ required: true })],
        providers: (idp: FakeProvider) => [
          oidc(idp),
          Password(),
          { id: "email", name: "Mail", type: "email", from: "a@b.test", sendVerificationRequest: () => {} },
        ],
      } as never);
      const { browser, platform } = world;
      const setup = await world.signInAs("ada", "s1");
      const secret = secretIn(setup);
      const code = () => codeAt(secret, Math.floor(platform.now() / 30_000));
      await setup.submit("/auth/second-factor-setup", { code: code() });
      const page = await browser.open(`${APP}/auth/password?callbackUrl=/home`);
      await page.submit("/auth/password", { password: GOOD });
      // Shortly before a read would prolong it.
      platform.tick(4 * HOUR - 60);
      assert.equal(await world.isSignedIn(), true, world.log());
      await change({ browser, code });
      // A stored session is not prolonged by each of these changes, a token is issued anew.
      platform.tick((strategy === "jwt" ? 5 : 3) * HOUR);
      await adapter.removeExpired({ now: new Date(platform.now()) });
      assert.equal(await world.isSignedIn(), true, "it lasts");
      assert.equal((await world.logout(await world.token({ sub: "ada", sid: "s1" }))).status, 200);
      assert.equal(await world.isSignedIn(), false);
    });
  }
}

/** The bytes of all cookies in a request of a browser. */
function sizeOf(browser: Browser): number {
  return browser.cookies(APP).reduce((sum, { name, value }) => sum + name.length + value.length + 3, 0);
}

/** A session that grows by what `update()` sends. */
const growing = {
  jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, data: session } : token,
} satisfies AuthConfig["callbacks"];

test("A session that grows takes the room of the tokens in a cookie, and the log says so (SE-24)", async () => {
  const world = openCookies({}, { callbacks: growing });
  await world.signIn();
  assert.match(await world.token(), /^fake-access-/);
  await world.post("session", { data: noise(1000) }, { json: true });
  assert.match(await world.token(), /^fake-access-/);
  for (const bytes of [3000, 6000, 8000, 8001]) {
    assert.equal((await world.post("session", { data: noise(bytes) }, { json: true })).status, 200);
    const size = sizeOf(world.browser);
    assert.ok(bytes < size && size <= COOKIE_BUDGET, `${size} bytes`);
  }
  assert.equal(await world.token(), "ReconnectRequired NotConnected");
  assert.equal(world.log().split("leaves no room for them").length, 2, world.log());
  assert.ok(await world.session());
});

test("Cookies of the application count where a session grows beside the tokens in a cookie", async () => {
  const world = openCookies({}, { callbacks: growing });
  await world.signIn();
  for (const name of ["a", "b"]) {
    world.browser.setCookie(APP, `${name}=${noise(2800)}; Path=/; Secure`);
  }
  await world.post("session", { data: noise(3600) }, { json: true });
  assert.ok(sizeOf(world.browser) <= COOKIE_BUDGET, `${sizeOf(world.browser)} bytes`);
  assert.equal(await world.token(), "ReconnectRequired NotConnected", `${sizeOf(world.browser)} bytes`);
});

test("A session that grows takes the room of the ID token in a cookie, and the log says so (SE-24)", async () => {
  const world = await openLogout({ adapter: null, callbacks: growing });
  world.idp.tamper = { ...world.idp.tamper, claims: { groups: noise(3000) } };
  await world.signInAs("ada", "s1");
  await world.post("session", { data: noise(100) }, { json: true });
  assert.doesNotMatch(world.log(), /id-token-not-kept/);
  for (const bytes of [6000, 6001]) await world.post("session", { data: noise(bytes) }, { json: true });
  const size = sizeOf(world.browser);
  assert.ok(6000 < size && size <= COOKIE_BUDGET, `${size} bytes`);
  assert.equal(world.log().split("] id-token-not-kept").length, 2, world.log());
  assert.equal(await world.isSignedIn(), true);
  const answer = await world.post("signout", { provider: "true", callbackUrl: "/bye" });
  const url = new URL(answer.headers.get("location")!);
  assert.equal(url.origin + url.pathname, END_SESSION);
  assert.equal(url.searchParams.get("id_token_hint"), null, "the provider asks");
});

test("The ID token gives way before the tokens do (SE-24)", async () => {
  const world = await openLogout({
    adapter: null,
    callbacks: growing,
    features: [AccessTokens({ keptIn: "cookie" }), ProviderLogout()],
  });
  world.idp.tamper = { ...world.idp.tamper, claims: { groups: noise(3000) } };
  await world.signInAs("ada", "s1");
  const tokens = () => world.browser.cookies(APP).find(({ name }) => name.includes("provider-tokens"))?.value;
  const before = tokens();
  await world.post("session", { data: noise(5500) }, { json: true });
  assert.ok(sizeOf(world.browser) <= COOKIE_BUDGET, `${sizeOf(world.browser)} bytes`);
  assert.match(world.log(), /id-token-not-kept/);
  assert.ok(before && tokens() === before, world.log());
});

test("Tokens in a cookie that does not open give way, too", async () => {
  const world = openCookies({}, { callbacks: growing });
  await world.signIn();
  world.browser.setCookie(APP, `__Host-latchkey.provider-tokens=${noise(2900)}; Path=/; Secure`);
  for (const bytes of [3000, 6000, 8000]) {
    await world.post("session", { data: noise(bytes) }, { json: true });
    assert.ok(sizeOf(world.browser) <= COOKIE_BUDGET, `${sizeOf(world.browser)} bytes`);
  }
  assert.ok(await world.session());
});

/** An application whose pages read the session, and ask for a token; `/slow` waits in between. */
function openPages() {
  const world = openOAuth({}, {
    features: [AccessTokens({ keptIn: "cookie" })],
    idp: { refreshTokens: "rotated" },
  } as never);
  let release = () => {};
  // Node 20 has no `Promise.withResolvers()`.
  const gate = new Promise<void>((resolve) => release = resolve);
  const handler = fetchHandler(world.config as AuthConfig, async ({ url }, auth) => {
    const session = await auth();
    if (new URL(url).pathname === "/slow") await gate;
    else await (auth as never as Tokens).accessTokens.get("idp");
    return new Response(session?.user?.name ?? "nobody");
  }, {});
  world.platform.sites[APP] = async (request) => await handler(request);
  const cookie = (name: string) => world.browser.cookies(APP).find((each) => each.name.includes(name))?.value;
  const read = async (path: string) => await (await world.browser.fetch(APP + path)).text();
  return { ...world, read, cookie, release: () => release() };
}

interface Tokens {
  readonly accessTokens: { get(provider: string): Promise<string> };
}

test("An answer that renews the tokens in a cookie prolongs the session as well", async () => {
  const world = openPages();
  await world.signIn();
  const before = [world.cookie("session-token"), world.cookie("provider-tokens")];
  world.platform.tick(2 * 24 * HOUR);
  assert.equal(await world.read("/token"), "Ada Lovelace");
  const after = [world.cookie("session-token"), world.cookie("provider-tokens")];
  assert.ok(after.every((value, i) => value && value !== before[i]), String(after));
});

test("A slow answer that prolongs the session leaves tokens alone that were renewed meanwhile", async () => {
  const world = openPages();
  await world.signIn();
  world.platform.tick(2 * 24 * HOUR);
  const slow = world.read("/slow");
  await world.read("/token");
  const renewed = world.cookie("provider-tokens");
  world.release();
  assert.equal(await slow, "Ada Lovelace");
  assert.equal(world.cookie("provider-tokens"), renewed);
});

for (
  const [what, callbacks] of Object.entries<AuthConfig["callbacks"] & object>({
    "another id": { jwt: ({ token }) => ({ ...token, sub: "internal" }) },
    "no user": { session: ({ session: { expires } }) => ({ expires }) as never },
    "no one": { session: () => null as never },
  })
) {
  test(`POST signout leads to the provider where the callbacks give the session ${what}`, async () => {
    const world = await openLogout({ adapter: null, callbacks });
    await world.signInAs("ada", "s1");
    const answer = await world.post("signout", { provider: "true", callbackUrl: "/bye" });
    const url = new URL(answer.headers.get("location")!);
    assert.equal(url.origin + url.pathname, END_SESSION, world.log());
  });
}
