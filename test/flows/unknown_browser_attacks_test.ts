/**
 * Attacks on the code for a browser that is new: tries of strangers, names that ask for an address, changes amid the sign-in, scripts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { hashPassword } from "../../src/crypto/password.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { storeConfirmed } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { namesOf } from "./_user_names.ts";
import { APP } from "./_world.ts";

const PROVE = { options: { unknownBrowsers: "prove" } } as const;

/** Users with names. */
const NAMED = { features: [UserNames(), SignUp({ fields: ["username"] })] };

/** A world with Ada, whose address is confirmed, and who has never signed in. */
async function openWithAda(): Promise<PasswordWorld> {
  const world = openPasswords(PROVE);
  await storeConfirmed(world, await hashPassword(GOOD));
  return world;
}

/** The same with an address that was never confirmed. */
async function openImported(): Promise<PasswordWorld> {
  const world = openPasswords(PROVE);
  await importUser(world);
  return world;
}

const newestCode = ({ mails }: PasswordWorld) => mails.at(-1)!.code!;

/** Types five wrong codes for the newest mail. */
async function useUp(browser: Browser): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await send(browser, "callback/password", { code: "00000000", password: BETTER });
  }
}

test("Wrong codes that a stranger types for a forgotten password keep the owner out of no new browser (PW-13)", async () => {
  const world = await openWithAda();
  const stranger = world.visitor();
  for (let mails = 0; mails < 3; mails++) {
    await world.forget(stranger);
    await useUp(stranger);
  }
  const asked = await world.enter();
  const done = await asked.submit("/auth/callback/password", { code: newestCode(world) });
  assert.equal(done.url, `${APP}/home`, world.log());
});

test("A thief of the password who types wrong codes uses up no tries of other mails, and has ten (PW-13)", async () => {
  const world = await openWithAda();
  const thief = world.visitor();
  for (let mails = 0; mails < 2; mails++) {
    await world.enter(GOOD, thief);
    await useUp(thief);
  }
  const asked = await world.enter(GOOD, thief);
  assert.equal((await asked.submit("/auth/callback/password", { code: "00000000" })).status, 429);
  const mailed = world.visitor();
  const waiting = await world.ask(ADA, mailed);
  const done = await waiting.submit("/auth/callback/email", { code: newestCode(world) });
  assert.equal(done.url, `${APP}/home`, world.log());
  const page = await world.forget();
  await page.submit("/auth/callback/password", { code: newestCode(world), password: BETTER });
  assert.ok(await world.session(), world.log());
  // Another password ends the wait.
  const visitor = world.visitor();
  const again = await world.enter(BETTER, visitor);
  const proven = await again.submit("/auth/callback/password", { code: newestCode(world) });
  assert.equal(proven.url, `${APP}/home`, world.log());
});

test("A name and its password tell no one the address, also before it is confirmed or a second factor is set up (UN-06)", async () => {
  const unconfirmed = openPasswords({ ...PROVE, ...NAMED });
  await importUser(unconfirmed);
  const demanding = openFactors({ ...PROVE, ...NAMED, secondFactor: { required: true } });
  await storeConfirmed(demanding, await hashPassword(GOOD));
  for (
    const [world, path] of [[unconfirmed, "verify-request"], [demanding, "second-factor-setup"]] as const
  ) {
    assert.equal(await namesOf(world).set("1", "ada"), null);
    const page = await world.enter(GOOD, world.browser, "ada");
    assert.equal(new URL(page.url).pathname, `/auth/${path}`, world.log());
    assert.equal(world.mails.at(-1)!.identifier, ADA);
    const headers = { "x-auth-return-redirect": "true" };
    const asData = await (await world.browser.fetch(page.url, { headers })).text();
    for (const shown of [page.html, asData]) assert.doesNotMatch(shown, new RegExp(ADA));
    assert.match(page.text, /to •••@•••/);
    assert.match((await world.enter(GOOD, world.visitor())).text, new RegExp(`to ${ADA}`));
  }
});

/** What `again` says after a right password that is not enough, and a world in which it is not. */
const FIRST_STEPS = { unknownBrowser: openWithAda, unverified: openImported };

for (const [again, open] of Object.entries(FIRST_STEPS)) {
  test(`A script learns that no one is signed in yet, also with another mail (${again})`, async () => {
    const world = await open();
    const { browser, platform } = world;
    const headers = { "x-auth-return-redirect": "true" };
    const post = async (path: string, fields: Readonly<Record<string, string>>) => {
      const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
      const body = new URLSearchParams({ csrfToken, ...fields });
      const { url } = await (await browser.fetch(`${APP}/auth/${path}`, { method: "POST", body, headers }))
        .json();
      return Object.fromEntries(new URL(url).searchParams);
    };
    const waits = { provider: "password", type: "email", error: "SecondStepRequired" };
    const asked = await post("callback/password", { email: ADA, password: GOOD });
    assert.deepEqual(asked, { ...waits, again });
    platform.tick(31);
    assert.deepEqual(await post("signin/password", { again: "true" }), { ...waits, again: "sent" });
    assert.equal(world.mails.length, 2);
    assert.deepEqual(await post("callback/password", { code: newestCode(world) }), {});
    assert.ok(await world.session(), world.log());
  });
}

test("A code that comes twice at the same time signs in once (PW-11)", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const world = openPasswords({ ...PROVE, session: { strategy } });
    await storeConfirmed(world, await hashPassword(GOOD));
    const [browser, copy] = [world.browser, world.visitor()];
    await world.enter(GOOD, browser);
    for (const { name, value } of browser.cookies(APP)) {
      copy.setCookie(`${APP}/`, `${name}=${value}; Path=/; Secure; HttpOnly`);
    }
    const fields = { code: newestCode(world) };
    await Promise.all([browser, copy].map((each) => send(each, "callback/password", fields)));
    const sessions = await Promise.all([browser, copy].map((each) => world.sessionIn(each)));
    assert.equal(sessions.filter(Boolean).length, 1, strategy);
  }
});

test("A second factor that is turned on while the code is on its way is asked for as well", async () => {
  const world = openFactors(PROVE);
  await world.register();
  const thief = world.visitor();
  const asked = await world.enter(GOOD, thief);
  const code = newestCode(world);
  await world.turnOn();
  const page = await asked.submit("/auth/callback/password", { code });
  assert.notEqual(page.url, `${APP}/home`);
  assert.equal(await world.sessionIn(thief), null, world.log());
});

test("A code leads to no user who has got the address in the meantime", async () => {
  const world = await openWithAda();
  const { adapter } = world.db;
  await adapter.createUser({ id: "2", name: "Eve", email: "eve@example.com", emailVerified: new Date(0) });
  const asked = await world.enter();
  await adapter.updateUser({ id: "1", email: "moved@example.com" });
  await adapter.updateUser({ id: "2", email: ADA });
  const page = await asked.submit("/auth/callback/password", { code: newestCode(world) });
  assert.equal(new URL(page.url).searchParams.get("error"), "UserChanged");
  assert.equal(await world.session(), null);
});
