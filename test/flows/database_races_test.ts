/**
 * Many requests at the same time, on one database, in one process.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import {
  ADAPTERS,
  type DatabaseWorld,
  type Method,
  openDatabase,
  seenCalls,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { APP, grant, oauth2 } from "./_world.ts";

const DAY = 86_400;
const RACERS = 20;

/** As many people as race. */
function racers(world: DatabaseWorld): readonly Browser[] {
  return Array.from({ length: RACERS }, () => world.visitor());
}

/** How many of the browsers are signed in. */
async function countSignedIn(world: DatabaseWorld, browsers: readonly Browser[]): Promise<number> {
  const sessions = await Promise.all(browsers.map((browser) => world.sessionIn(browser)));
  return sessions.filter((session) => session !== null).length;
}

/** Asserts that everybody has come to a page: home, or one that tells of an error. */
function assertPages(pages: readonly Page[], error: RegExp): void {
  for (const { url } of pages) assert.ok(url === `${APP}/home` || error.test(url), url);
}

/** An adapter whose calls take turns in an order that changes, as those of a database do. */
function jumbled(inner: Adapter): Adapter {
  let turn = 0;
  return seenCalls(inner, async (_, run) => {
    for (let wait = (turn += 7) % 11; wait > 0; wait--) await null;
    const result = await run();
    for (let wait = (turn += 5) % 13; wait > 0; wait--) await null;
    return result;
  });
}

/** An adapter that waits before one method until it is told to go on, and says when somebody waits. */
function held(adapter: Adapter, method: Method) {
  let [release, arrive] = [() => {}, () => {}];
  const go = new Promise<void>((resolve) => release = resolve);
  const reached = new Promise<void>((resolve) => arrive = resolve);
  const call = adapter[method] as (...args: unknown[]) => unknown;
  const waiting = async (...args: unknown[]) => {
    arrive();
    await go;
    return await call.apply(adapter, args);
  };
  return { adapter: { ...adapter, [method]: waiting }, reached, release: () => release() };
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`Auth() signs in once by 20 uses of one link at once, in as many browsers (EM-17), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    await world.ask();
    const browsers = racers(world);
    const asking = await Promise.all(browsers.map((browser) => world.follow(browser)));
    const pages = await Promise.all(asking.map((page) => page.submit("Sign in")));
    assertPages(pages, /\/auth\/error\?error=Verification&callbackUrl=https%3A%2F%2Fapp\.test%2Fhome$/);
    assert.equal(await countSignedIn(world, browsers), 1);
    assert.equal((await world.db.sessions()).length, 1);
    assert.equal((await world.db.users()).length, 1);
  });

  test(`Auth() signs in once by 20 uses of one link at once, in the browser that asked (EM-17), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    await world.ask();
    await Promise.all(Array.from({ length: RACERS }, () => world.follow()));
    assert.ok(await world.session());
    assert.equal((await world.db.sessions()).length, 1);
    assert.equal((await world.db.users()).length, 1);
  });

  test(`Auth() creates one user for 20 concurrent first sign-ins of one person (RC-02), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    const browsers = racers(world);
    const forms = await Promise.all(
      browsers.map((browser) => browser.open(`${APP}/auth/signin?callbackUrl=/home`)),
    );
    const pages = await Promise.all(forms.map((form) => form.submit("/auth/signin/idp")));
    assertPages(pages, /\/auth\/signin\?.*error=OAuthAccountNotLinked|\/auth\/error\?error=ServerError/);
    const [user, ...others] = await world.db.users();
    assert.deepEqual(others, []);
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`]);
    const signedIn = await countSignedIn(world, browsers);
    assert.ok(signedIn >= 1);
    assert.equal((await world.db.sessions()).length, signedIn);
    // Whoever was too slow tries again.
    const again = await forms[0]!.submit("/auth/signin/idp");
    assert.equal(again.url, `${APP}/home`, world.log());
  });

  test(`Auth() makes one user of 20 first sign-ins without an address at once (RC-02, RC-03), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    world.idp.login({ sub: "ada", name: "Ada Lovelace" });
    const browsers = racers(world);
    const forms = await Promise.all(
      browsers.map((browser) => browser.open(`${APP}/auth/signin?callbackUrl=/home`)),
    );
    const pages = await Promise.all(forms.map((form) => form.submit("/auth/signin/idp")));
    assert.deepEqual(new Set(pages.map(({ url }) => url)), new Set([`${APP}/home`]), world.log());
    assert.equal((await world.db.users()).length, 1);
    assert.equal(await countSignedIn(world, browsers), RACERS);
  });

  test(`Auth() creates one user for 20 concurrent mailed links to one person (RC-04), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()), limits: false });
    const browsers = racers(world);
    await Promise.all(browsers.map((browser) => world.ask("ada@example.com", browser)));
    assert.equal(world.mails.length, RACERS);
    const confirmations = await Promise.all(
      browsers.map((browser, i) => browser.open(world.mails[i]!.url)),
    );
    await Promise.all(
      confirmations.map((page) => page.url === `${APP}/home` ? page : page.submit("Sign in")),
    );
    assert.equal((await world.db.users()).length, 1);
    assert.equal(await countSignedIn(world, browsers), RACERS, world.log());
  });

  test(`Auth() gives an address to one of two concurrent users of two providers, with ${kind}`, async () => {
    const world = openDatabase({
      adapter: jumbled(adapter()),
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    const browsers = racers(world);
    const ids = browsers.map((_, i) => i % 2 ? "idp" : "other");
    const forms = await Promise.all(
      browsers.map((browser) => browser.open(`${APP}/auth/signin?callbackUrl=/home`)),
    );
    await Promise.all(forms.map((form, i) => form.submit(`/auth/signin/${ids[i]}`)));
    const [user, ...others] = await world.db.users();
    assert.deepEqual(others, []);
    const [account, ...more] = await world.db.accounts();
    assert.deepEqual(more, []);
    const winner = account!.split("/")[0];
    assert.equal(account, `${winner}/ada: ${user!.id}`);
    const signedIn = await Promise.all(browsers.map((browser) => world.sessionIn(browser)));
    assert.ok(signedIn.some((session) => session !== null), world.log());
    for (const [i, session] of signedIn.entries()) assert.ok(ids[i] === winner || session === null);
  });

  test(`Auth() links an account once by 20 callbacks at once, with ${kind}`, async () => {
    const world = openDatabase({
      adapter: jumbled(adapter()),
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    await world.signIn();
    const [user] = await world.db.users();
    const callbacks = [];
    for (let i = 0; i < 5; i++) {
      const response = await world.post("signin/other", { callbackUrl: "/home", link: "true" });
      callbacks.push(await grant(world.idp, new URL(response.headers.get("location")!)));
    }
    const pages = await Promise.all(callbacks.map(({ href }) => world.browser.open(href)));
    assert.ok(pages.some(({ url }) => url === `${APP}/home`), world.log());
    assert.deepEqual(await world.db.users(), [user]);
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`, `other/ada: ${user!.id}`]);
  });

  test(`GET session keeps all signed in whose session is renewed 20 times at once, with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    await storeUser(world);
    await world.typePassword();
    world.platform.tick(DAY);
    const sessions = await Promise.all(Array.from({ length: RACERS }, () => world.session()));
    const expires = new Date(world.platform.now() + 30 * DAY * 1000);
    assert.deepEqual(new Set(sessions.map((session) => session?.expires)), new Set([expires.toISOString()]));
    const [row, ...others] = await world.db.sessions();
    assert.deepEqual([row!.expires, others], [expires, []]);
    assert.equal(sessionCookie(world.browser)!.expires, expires.getTime());
  });

  test(`POST signout ends a session that is being renewed (RC-07), with ${kind}`, async () => {
    const method = kind === "an adapter of Auth.js" ? "updateSession" : "prolongSession";
    const inner = openDatabase({ adapter: adapter() }).db.adapter;
    const { adapter: slow, reached, release } = held(inner, method);
    const world = openDatabase({ adapter: slow });
    await storeUser(world);
    await world.typePassword();
    const { name, value } = sessionCookie(world.browser)!;
    world.platform.tick(DAY);
    const token = { headers: { cookie: `${name}=${value}` } };
    const renewal = world.platform.sites[APP]!(new Request(`${APP}/auth/session`, token));
    await reached;
    await world.post("signout");
    release();
    await renewal;
    assert.deepEqual(await world.db.sessions(), []);
    const response = await world.platform.sites[APP]!(new Request(`${APP}/auth/session`, token));
    assert.equal(await response.json(), null);
  });

  test(`POST signout ends a session while 20 requests read it (RC-07), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    await storeUser(world);
    await world.typePassword();
    world.platform.tick(DAY);
    await Promise.all([
      ...Array.from({ length: RACERS }, () => world.session()),
      world.post("signout"),
      ...Array.from({ length: RACERS }, () => world.session()),
    ]);
    assert.deepEqual(await world.db.sessions(), []);
    assert.equal(await world.session(), null);
    assert.equal(sessionCookie(world.browser), undefined);
  });
}

test("GET session writes once however many requests renew a session at once", async () => {
  const adapter = Memory();
  const written: boolean[] = [];
  const world = openDatabase({
    adapter: {
      ...jumbled(adapter),
      prolongSession: async (session) => {
        const done = await adapter.prolongSession(session);
        written.push(done);
        return done;
      },
    },
  });
  await storeUser(world);
  await world.typePassword();
  world.platform.tick(DAY);
  await Promise.all(Array.from({ length: RACERS }, () => world.session()));
  assert.ok(written.length > 1, "they came at once");
  assert.equal(written.filter(Boolean).length, 1);
});

test("GET session is null for all of 20 requests that find a session over at once", async () => {
  for (const adapter of Object.values(ADAPTERS)) {
    const world = openDatabase({ adapter: jumbled(adapter()), session: { maxAge: 60 } });
    await storeUser(world);
    await world.typePassword();
    const { name, value } = sessionCookie(world.browser)!;
    world.platform.tick(60);
    const read = async () => {
      const request = new Request(`${APP}/auth/session`, { headers: { cookie: `${name}=${value}` } });
      return await (await world.platform.sites[APP]!(request)).json();
    };
    const sessions = await Promise.all(Array.from({ length: RACERS }, read));
    assert.deepEqual(new Set(sessions), new Set([null]));
    assert.deepEqual(await world.db.sessions(), []);
  }
});
