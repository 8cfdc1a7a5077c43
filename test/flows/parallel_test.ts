import assert from "node:assert/strict";
import { test } from "node:test";
import { type Respond, testBrowser } from "../../src/testing/mod.ts";
import { APP, assertRefused, cookieHeader, count, grant, open, start, type World } from "./_world.ts";

/** The flow cookies of the browser, oldest first. */
function flows({ browser }: World): readonly string[] {
  return browser.cookies(APP).map(({ name }) => name).filter((name) => name.includes(".flow."));
}

/** A sign-in in a browser of its own, up to where its session begins. Returns who is signed in. */
async function signInElsewhere(world: World): Promise<string> {
  const browser = testBrowser(world.platform.sites, { now: world.platform.now });
  const page = await (await browser.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  return (await browser.open(`${APP}/`)).text || page.url;
}

/** Holds back the answers of an endpoint until as many requests as expected are there, or no more come. */
function gate(): { readonly respond: Respond; open(): void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => resolve = done);
  return { open: resolve, respond: (_, genuine) => promise.then(genuine) };
}

test("Auth() lets two tabs sign in at the same time", async () => {
  const world = open();
  const first = await grant(world.idp, await start(world, { callbackUrl: "/one" }));
  const second = await grant(world.idp, await start(world, { callbackUrl: "/two" }));
  assert.equal((await world.browser.open(first.href)).url, `${APP}/one`);
  assert.equal((await world.browser.open(second.href)).url, `${APP}/two`);
  assert.deepEqual(flows(world), []);
});

test("Auth() lets the tab that began first finish last", async () => {
  const world = open();
  const first = await grant(world.idp, await start(world, { callbackUrl: "/one" }));
  const second = await grant(world.idp, await start(world, { callbackUrl: "/two" }));
  assert.equal((await world.browser.open(second.href)).url, `${APP}/two`);
  assert.equal((await world.browser.open(first.href)).url, `${APP}/one`);
});

test("Auth() lets one tab finish after another has failed", async () => {
  const world = open();
  const first = await grant(world.idp, await start(world));
  const second = await grant(world.idp, await start(world));
  first.searchParams.set("code", "unknown");
  await assertRefused(world, await world.browser.open(first.href), "ProviderResponseError");
  assert.equal((await world.browser.open(second.href)).text, "Hello Ada Lovelace");
});

test("Auth() keeps the newest five sign-ins of a browser", async () => {
  const world = open();
  const callbacks = [];
  for (let i = 0; i < 7; i++) {
    callbacks.push(await grant(world.idp, await start(world, { callbackUrl: `/${i}` })));
  }
  assert.equal(flows(world).length, 5);
  for (const [i, { href }] of callbacks.entries()) {
    const { url } = await world.browser.open(href);
    if (i < 2) assert.match(url, /error=InvalidCheck/);
    else assert.equal(url, `${APP}/${i}`);
  }
});

test("Auth() makes room for a sign-in by removing its own cookies alone", async () => {
  const world = open();
  world.browser.setCookie(APP, "__Host-latchkey.flowers=1; Secure; Path=/");
  world.browser.setCookie(APP, "theirs=1; Path=/");
  for (let i = 0; i < 6; i++) await start(world);
  const names = world.browser.cookies(APP).map(({ name }) => name);
  assert.equal(names.includes("__Host-latchkey.flowers"), true);
  assert.equal(names.includes("theirs"), true);
});

test("Auth() begins one session if the same callback comes five times at once (RC-01)", async () => {
  const world = open();
  const callback = await grant(world.idp, await start(world));
  const cookie = cookieHeader(world.browser);
  const answers = await Promise.all(
    Array.from(
      { length: 5 },
      () => world.platform.fetch(callback.href, { headers: { cookie }, redirect: "manual" }),
    ),
  );
  const sessions = answers.filter(({ headers }) =>
    headers.getSetCookie().some((one) => one.startsWith("__Host-latchkey.session-token="))
  );
  assert.equal(sessions.length, 1);
  assert.equal(sessions[0]!.headers.get("location"), `${APP}/home`);
});

for (const endpoint of ["metadata", "jwks"] as const) {
  test(`Auth() gets the ${endpoint} of a provider once for fifty sign-ins at the same time`, async () => {
    const world = open();
    const { respond, open: release } = gate();
    world.idp.tamper = { respond: { [endpoint]: respond } };
    const all = Promise.all(Array.from({ length: 50 }, () => signInElsewhere(world)));
    await settled();
    release();
    assert.deepEqual(new Set(await all), new Set(["Hello Ada Lovelace"]));
    assert.equal(count(world.idp, endpoint), 1);
  });
}

test("Auth() accepts a new key for all sign-ins at the same time, and asks for it once (OI-11)", async () => {
  const world = open();
  await signInElsewhere(world);
  world.idp.rotateKeys();
  let resolve!: () => void;
  const promise = new Promise<void>((done) => resolve = done);
  // All token responses arrive at the same moment.
  const token: Respond = async (_, genuine) => {
    const response = await genuine();
    await promise;
    return response;
  };
  world.idp.tamper = { respond: { token } };
  const all = Promise.all(Array.from({ length: 10 }, () => signInElsewhere(world)));
  await settled();
  resolve();
  assert.deepEqual(new Set(await all), new Set(["Hello Ada Lovelace"]), world.log());
  assert.equal(count(world.idp, "jwks"), 2);
});

test("Auth() lets all fail that waited for the same discovery, and the next one succeed", async () => {
  const world = open();
  world.idp.tamper = { respond: { metadata: () => Promise.reject(new TypeError("unreachable")) } };
  const answers = await Promise.all([1, 2, 3].map(() => signInElsewhere(world)));
  assert.deepEqual(new Set(answers), new Set(["Nobody is signed in"]));
  world.idp.tamper = {};
  assert.equal(await signInElsewhere(world), "Hello Ada Lovelace");
});

test("Auth() caches the metadata of a provider separately for each config", async () => {
  const one = open();
  const two = open({ idp: { clientId: "two" } });
  for (const world of [one, two]) {
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace");
    assert.equal(count(world.idp, "metadata"), 1);
    assert.equal(count(world.idp, "jwks"), 1);
  }
});

/** Lets everything that can go on, go on. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}
