/**
 * Attacks on `UserNames()`: names that are tried without end, a database that fails halfway, an old session, a name of a stranger.
 *
 * @module
 */

import assert from "node:assert/strict";
import { runCall } from "../../src/core/functions.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Profile } from "../../src/values/types.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { WAYS } from "./_sign_up.ts";
import { namesOf, openNames } from "./_user_names.ts";
import { APP, cookieHeader } from "./_world.ts";

/** A day, in seconds. */
const DAY = 86_400;

/** Fills in the form that creates an account. */
async function send(
  visitor: Browser,
  { username = "ada", email = "", password = GOOD }: Readonly<Record<string, string>> = {},
) {
  const page = await visitor.open(`${APP}/auth/signup?callbackUrl=/home`);
  return await page.submit("/auth/signup", { username, email, password });
}

/** Forms with a mistake beside the name. */
const MISTAKES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "an address that is none": { email: "eve@" },
  "a short password": { email: "eve@example.com", password: "short" },
};

const LIMITED = { limits: { address: () => "192.0.2.1" } } as const;

for (const [mistake, fields] of Object.entries(MISTAKES)) {
  testForms(`Each form that says what is taken counts, also with ${mistake} (UN-06)`, async () => {
    const world = openNames({}, LIMITED);
    const visitor = world.visitor();
    for (let tries = 0; tries < 50; tries++) {
      const page = await send(visitor, { ...fields, username: `name${tries}` });
      assert.match(page.text, /Username/, String(tries));
    }
    assert.match((await send(visitor, fields)).text, /There were too many attempts/);
  });
}

testForms("Each form after the proof that says what is taken counts (UN-06)", async () => {
  const world = openNames({}, LIMITED);
  let page = await WAYS["a provider"]!(world, world.browser);
  for (let tries = 0; tries < 50; tries++) {
    page = await page.submit("/auth/finish-signup", { username: "admin" });
    assert.match(page.text, /That username is taken/, String(tries));
  }
  page = await page.submit("/auth/finish-signup", { username: "admin" });
  assert.match(page.text, /There were too many attempts/);
});

testForms(
  "A database that fails during a sign-up without an address keeps the name from no one (UN-07)",
  async () => {
    let ended = false;
    for (let call = 0; !ended; call++) {
      for (const moment of ["before", "after"] as const) {
        const world = openNames({ address: "optional" });
        const { db } = world;
        const page = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home`);
        db.calls.length = 0;
        db.fault = { call, moment };
        await page.submit("/auth/signup", { username: "вов", email: "", password: GOOD });
        db.fault = null;
        const at = `${moment} ${db.calls[call]}, ${call}`;
        ended = db.calls.length <= call;
        if (await namesOf(world).find("вов") === null) {
          assert.deepEqual(await db.users(), [], at);
          await send(world.visitor(), { username: "вов" });
        }
        assert.equal((await world.enter(GOOD, world.visitor(), "вов")).url, `${APP}/home`, at);
      }
    }
  },
);

testForms("auth.userNames.change() needs a fresh session, as the account page does (UN-08)", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const world = openNames({ address: "optional", renameAfter: 0 }, { session: { strategy } });
    const { browser, config, platform } = world;
    assert.equal((await send(browser)).url, `${APP}/home`, world.log());
    const id = await namesOf(world).find("ada");
    const change = (name: string) => {
      const headers = new Headers({ cookie: cookieHeader(browser) });
      const door = {
        userId: () => Promise.resolve(id),
        signInUrl: () => "",
        canSetCookies: () => true,
      };
      const call = { name: "userNames", call: "change", params: [name] };
      return runCall({ method: "POST", url: `${APP}/me`, headers }, call, door, config as AuthConfig);
    };
    assert.deepEqual(await change("countess"), { value: null, cookies: [] });
    platform.tick(2 * DAY);
    assert.deepEqual(await change("thief"), { lack: "age", cookies: [] });
    assert.equal((await namesOf(world).get(id!))!.name, "countess");
  }
});

testForms("A new password ends the wait for the name as well (UN-05)", async () => {
  const world = openNames();
  const { browser, platform } = world;
  await (await send(browser, { email: ADA })).submit("/auth/callback/password", {
    code: world.mails.at(-1)!.code,
  });
  for (let tries = 0; tries < 100; tries++) {
    if (tries % 10 === 0) platform.tick(3600);
    await world.enter(BETTER, world.visitor(), "ada");
  }
  platform.tick(DAY);
  assert.match((await world.enter(GOOD, world.visitor(), "ada")).text, /There were too many attempts/);
  const visitor = world.visitor();
  await world.forget(visitor);
  const done = await (await world.follow(visitor)).submit("/auth/callback/password", { password: BETTER });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.equal((await world.enter(BETTER, world.visitor(), "ada")).url, `${APP}/home`, world.log());
});

testForms("The owner of a mailbox may keep the name of the user whom they take over", async () => {
  const world = openNames();
  const { browser, db: { adapter } } = world;
  await adapter.createUser({ id: "1", name: null, email: ADA, emailVerified: null });
  assert.equal(await namesOf(world).set("1", "ada"), null);
  const page = await WAYS["a code by email"]!(world, browser);
  await page.submit("/auth/finish-signup", { username: "Ada" });
  assert.equal((await namesOf(world).get("1"))!.name, "Ada", world.log());
  assert.equal((await world.sessionIn(browser))!.user.email, ADA);
});

testForms("A new user has the name that the provider says, if it's free, and else is asked", async () => {
  const profile = ({ sub }: Profile) => ({ id: sub!, email: `${sub}@example.com`, username: "ada" });
  const world = openNames({}, { oauth: { profile } });
  const done = await WAYS["a provider"]!(world, world.browser);
  assert.equal(done.url, `${APP}/home`, world.log());
  const [user] = await world.db.users();
  assert.equal(await namesOf(world).find("ada"), user!.id);
  world.idp.login({ sub: "eve" });
  const asked = await WAYS["a provider"]!(world, world.visitor());
  assert.match(asked.text, /Finish signing up .*Username/, world.log());
});

testForms(
  "A user without an address is called by their name, and sent to no page that asks for one",
  async () => {
    const more = () => [Passkey()];
    const features = [UserNames({ address: "optional" }), SignUp({ fields: ["username"] }), SecondFactor()];
    const world = openPasswords({ features, more });
    const { browser } = world;
    assert.equal((await send(browser)).url, `${APP}/home`, world.log());
    const asked = await browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register`);
    assert.equal((await asked.json()).options.user.name, "ada");
    const page = await browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    assert.match(page.html, /otpauth:\/\/totp\/[^"?]*ada\?/, page.text);
    assert.doesNotMatch((await browser.open(`${APP}/auth/password`)).text, /Forgot/);
  },
);

testForms("A config in which nobody could leave out the address says so", async () => {
  for (const features of [[], [SignUp()]]) {
    const world = openPasswords({ features: [UserNames({ address: "optional" }), ...features] });
    assert.match((await world.browser.open(`${APP}/auth/signup`)).url, /error=Configuration/);
    assert.match(world.log(), /add `SignUp\(\{ fields: \["username"\] \}\)` to `features`/);
  }
});

testForms("What is no text is no name, in the functions of an application", async () => {
  const world = openNames({ address: "optional" });
  await send(world.browser);
  const names = namesOf(world);
  const id = (await names.find("ada"))!;
  for (const none of [null, undefined, 12345]) assert.equal(await names.set(id, none as never), "length");
  assert.equal((await names.get(id))!.name, "ada");
});
