/**
 * Many requests at the same time, on one database, in one process. `test/databases/races_test.ts` has those of links, codes and
 * renewals, also in memory.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
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

/** Signs all in at once, each at the provider with the id. */
async function signInAll(browsers: readonly Browser[], ids: readonly string[] = []) {
  const forms = await Promise.all(
    browsers.map((browser) => browser.open(`${APP}/auth/signin?callbackUrl=/home`)),
  );
  const pages = await Promise.all(forms.map((form, i) => form.submit(`/auth/signin/${ids[i] ?? "idp"}`)));
  return { forms, pages };
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
  test(`Auth() creates one user for 20 concurrent first sign-ins of one person (RC-02), with ${kind}`, async () => {
    const world = openDatabase({ adapter: jumbled(adapter()) });
    const browsers = racers(world);
    const { forms, pages } = await signInAll(browsers);
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
    const { pages } = await signInAll(browsers);
    assert.deepEqual(new Set(pages.map(({ url }) => url)), new Set([`${APP}/home`]), world.log());
    assert.equal((await world.db.users()).length, 1);
    assert.equal(await countSignedIn(world, browsers), RACERS);
  });

  test(`Auth() gives an address to one of two concurrent users of two providers, with ${kind}`, async () => {
    const world = openDatabase({
      adapter: jumbled(adapter()),
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    const browsers = racers(world);
    const ids = browsers.map((_, i) => i % 2 ? "idp" : "other");
    await signInAll(browsers, ids);
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
}

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
