/**
 * Passkeys that are added without what level 2 asks: a thief of a password, or of a session, adds one of their own.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { FLAGS } from "./_authenticator.ts";
import { beside } from "./_beside.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { type Person, toPerson } from "./_passkeys.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, isFactorOn, openFactors, proveMailbox } from "./_second_factor.ts";
import { sendCookies } from "./_sent_cookies.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const SETUP = `${APP}/auth/second-factor-setup`;

/** Opens a world in which Ada is registered, and the mailbox was proven long ago. */
async function openBound(options: Parameters<typeof openFactors>[0] = {}): Promise<FactorWorld> {
  const world = openFactors({ more: () => [Passkey()], ...options });
  await world.register();
  await world.signOut();
  world.platform.tick(3600);
  return world;
}

/** Signs in with the password, and adds a passkey. */
async function addedBy(world: FactorWorld, browser: Browser): Promise<Person> {
  await world.enter(GOOD, browser);
  const person = toPerson(browser, "passkey");
  const added = await person.register({ link: "true" });
  assert.doesNotMatch(added.headers.get("location")!, /error/, world.log());
  return person;
}

/** Signs in with a passkey in another browser. @returns What the session has proven. */
async function entered(
  world: FactorWorld,
  { authenticator }: Person,
): Promise<{ aal: number; amr: string[] }> {
  const browser = world.visitor();
  const here = { ...toPerson(browser, "passkey"), authenticator };
  const { options } = await here.ask({ action: "authenticate" });
  await here.answer("authenticate", await authenticator.get(options, {}));
  return await (await browser.fetch(`${APP}/auth/session`)).json();
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(`a passkey that a thief of the password adds gives no level 2 (SF-20, ${strategy})`, async () => {
    const world = await openBound({ session: { strategy } });
    const thief = world.visitor();
    const person = await addedBy(world, thief);
    const { aal, amr } = await entered(world, person);
    assert.deepEqual([aal, amr], [1, ["hwk", "user"]]);
    // It turns no factor on, and is not offered.
    const sent = await person.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
    await sent.body?.cancel();
    assert.equal(await isFactorOn(world), false);
    // Nor is it the second step beside the password, once the owner has an app.
    const owner = world.visitor();
    await world.enter(GOOD, owner);
    await world.turnOn(owner);
    const again = world.visitor();
    const page = await world.enter(GOOD, again);
    assert.match(page.url, /\/auth\/second-factor\?/);
    assert.doesNotMatch(page.html, /data-passkey/);
    const question = new URL(page.url).searchParams.get("question")!;
    const asked = await again.fetch(
      `${APP}/auth/second-factor-options?${new URLSearchParams({ question, action: "authenticate" })}`,
    );
    const { options } = await asked.json();
    assert.deepEqual(options.allowCredentials, []);
    const credential = person.authenticator.credentials[0]!;
    const data = JSON.stringify(await person.authenticator.get(options, { credential }));
    const refused = await world.answer(page, { action: "authenticate", data }, again);
    assert.match(refused.url, /error=InvalidSecondFactor/);
    assert.equal(await world.sessionIn(again), null);
  });

  testForms(`a passkey counts as two factors once its session proves the mailbox (${strategy})`, async () => {
    const world = await openBound({ session: { strategy } });
    const thief = await addedBy(world, world.visitor());
    world.platform.tick(60);
    const owner = world.visitor();
    const before = await addedBy(world, owner);
    assert.equal((await entered(world, before)).aal, 1);
    const shown = await proveMailbox(await owner.open(`${SETUP}?callbackUrl=/home`), world);
    assert.match(shown.html, /value="passkeys"/);
    assert.equal((await entered(world, before)).aal, 2);
    const after = toPerson(owner, "passkey");
    await after.register({ link: "true" });
    assert.equal((await entered(world, after)).aal, 2);
    // That of another session is as it was, also after the factor is on.
    assert.equal((await entered(world, thief)).aal, 1);
    const on = await before.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
    assert.equal(on.status, 200, world.log());
    assert.equal((await entered(world, before)).aal, 2);
    assert.equal((await entered(world, thief))?.aal, undefined);
  });
}

testForms(
  "where only links are mailed, a passkey counts as two factors after a sign-in by one (SF-20)",
  async () => {
    for (const strategy of chosen(["jwt", "database"] as const)) {
      const email = { notices: false, mails: "link" } as const;
      const world = openFactors({ session: { strategy }, email, more: () => [Passkey()] });
      await world.signUp();
      await world.browser.open(world.mails.at(-1)!.url);
      assert.equal((await entered(world, await addedBy(world, world.visitor()))).aal, 1, world.log());
      const owner = world.visitor();
      await world.ask(ADA, owner);
      await world.follow(owner);
      const person = toPerson(owner, "passkey");
      await person.register({ link: "true" });
      assert.equal((await entered(world, person)).aal, 2, world.log());
    }
  },
);

testForms(
  "beside an adapter of Auth.js, a passkey is added once more when the mailbox is proven",
  async () => {
    for (const strategy of chosen(["jwt", "database"] as const)) {
      const world = await openBound({ session: { strategy }, adapter: beside() });
      const person = await addedBy(world, world.browser);
      const setUp = () => world.browser.open(`${SETUP}?callbackUrl=/home`);
      const shown = await proveMailbox(await setUp(), world);
      assert.doesNotMatch(shown.html, /value="passkeys"/);
      const { options } = await person.ask({ action: "register", link: "true" });
      assert.deepEqual(options.excludeCredentials, []);
      await person.answer("register", await person.authenticator.create(options, {}));
      assert.equal((await entered(world, person)).aal, 2, world.log());
      assert.match((await setUp()).html, /value="passkeys"/);
      assert.equal(
        (await person.ask({ action: "register", link: "true" })).options.excludeCredentials!.length,
        1,
      );
    }
  },
);

testForms("a passkey counts as two factors that creates its user, or is added at level 2", async () => {
  const world = openFactors({ more: () => [Passkey()] });
  const person = toPerson(world.browser, "passkey");
  await person.register({ email: "new@example.com" });
  assert.equal((await entered(world, person)).aal, 2, world.log());
  const second = toPerson(world.browser, "passkey");
  await second.register({ link: "true" });
  assert.equal((await entered(world, second)).aal, 2);
});

testForms("a passkey counts as two factors where there is no mailbox to prove", async () => {
  const world = openFactors({ session: { strategy: "jwt" }, more: () => [Passkey()] });
  world.idp.login({ sub: "ada", name: "Ada" });
  await world.signIn();
  const person = toPerson(world.browser, "passkey");
  await person.register({ link: "true" });
  assert.equal((await entered(world, person)).aal, 2, world.log());
});

testForms(
  "after a passkey of one factor, another one is asked to verify its user, as it must (SF-19)",
  async () => {
    const world = await openBound();
    const { authenticator } = await addedBy(world, world.visitor());
    const owner = world.visitor();
    await world.enter(GOOD, owner);
    await world.turnOn(owner);
    const key = toPerson(owner, "passkey");
    await key.register({ link: "true" });
    /** Begins a sign-in. @returns What the second step asks of a passkey, and what it says to a touch. */
    const tryTouch = async (browser: Browser, begin: () => Promise<string>) => {
      const page = await browser.open(await begin());
      assert.match(page.html, /data-passkey/);
      const question = new URL(page.url).searchParams.get("question")!;
      const query = new URLSearchParams({ question, action: "authenticate" });
      const asked = await browser.fetch(`${APP}/auth/second-factor-options?${query}`);
      const { options } = await asked.json();
      const offered = options.allowCredentials.map(({ id }: { id: string }) => id);
      assert.deepEqual(offered, key.authenticator.credentials.map(({ id }) => id));
      const touch = async (flags: number) => {
        const data = JSON.stringify(await key.authenticator.get(options, { flags }));
        return await world.answer(page, { action: "authenticate", data }, browser);
      };
      return { verification: options.userVerification, touch };
    };
    const afterPassword = world.visitor();
    const plain = await tryTouch(afterPassword, async () => (await world.enter(GOOD, afterPassword)).url);
    assert.equal(plain.verification, "preferred");
    assert.match((await plain.touch(FLAGS.userPresent)).url, /\/home$/, world.log());
    const afterPasskey = world.visitor();
    const marked = { ...toPerson(afterPasskey, "passkey"), authenticator };
    const begin = async () => {
      const { options } = await marked.ask({ action: "authenticate" });
      const answer = await marked.answer("authenticate", await authenticator.get(options, {}));
      return answer.headers.get("location")!;
    };
    const second = await tryTouch(afterPasskey, begin);
    assert.equal(second.verification, "required", "a touch would be refused");
    assert.match(
      (await second.touch(FLAGS.userPresent | FLAGS.userVerified)).url,
      /\/home$/,
      world.log(),
    );
    assert.equal((await (await afterPasskey.fetch(`${APP}/auth/session`)).json()).aal, 2);
  },
);

testForms("the account page shows such a passkey as the others, and its user removes it", async () => {
  const world = await openBound();
  const person = await addedBy(world, world.browser);
  const { passkeys } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.deepEqual(passkeys.map(({ kind }: { kind: string }) => kind), ["passkey"]);
  const removed = await person.post("account", { action: "remove", id: passkeys[0].id });
  assert.match(removed.headers.get("location")!, /done=removed/, world.log());
});

for (const [value, when] of [["a.b", "after"], ["a.b", "before"], ["", "after"]] as const) {
  testForms(
    `a passkey counts as two factors with its mailbox proven, ${when} another CSRF cookie "${value}" has come (SF-20)`,
    async () => {
      const world = await openBound();
      let isThere = when === "before";
      const other = `__Host-latchkey.csrf-token=${value}`;
      sendCookies(world, (own) => isThere && own ? [other, own] : [own]);
      const person = await addedBy(world, world.browser);
      isThere = !isThere;
      await proveMailbox(await world.browser.open(`${SETUP}?callbackUrl=/home`), world);
      assert.equal((await entered(world, person)).aal, 2, world.log());
    },
  );
}
