/** Users who must have a second factor, passkeys as second factors, and what a user changes of theirs. */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { changeRows } from "./_database.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  addPasskey,
  BOB,
  type FactorWorld,
  isFactorOn,
  openFactors,
  openRequired,
  registerBob,
} from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { resetSecondFactor } from "./_outside.ts";
import { chosen } from "../_short.ts";

/** Flags of the authenticator data: user present, and not verified. */
const PRESENT = 0x01;

testForms(
  "a user who must have a second factor proves the mailbox, then sets it up, and is signed in (SF-16)",
  async () => {
    const world = await openRequired();
    const page = await world.enter();
    assert.match(page.url, /\/auth\/second-factor-setup\?/);
    assert.equal(world.lastPurpose(), "enrol");
    assert.doesNotMatch(page.html, /class="key"/, "the secret is not shown before the proof");
    const wrong = await page.submit("/auth/second-factor-setup", { mailCode: "00000000" });
    assert.match(wrong.text, /Tries left: 3\./, "the mail was one as well");
    const proven = await wrong.submit("/auth/second-factor-setup", { mailCode: world.mails.at(-1)!.code });
    const { kit, page: codes } = await world.setUp(proven);
    assert.equal(kit.codes.length, 10, codes.text);
    assert.equal(world.lastPurpose(), "secondFactorOn");
    assert.equal((await world.session<{ aal: number }>())?.aal, 2, world.log());
    assert.match(codes.html, /href="\/home"|href="https:\/\/app.test\/home"/);
    await world.signOut();
    const again = await world.enter();
    assert.match(again.url, /\/auth\/second-factor\?/);
    const done = await world.answer(again, { code: world.nextCode(kit) });
    assert.equal(done.url, `${APP}/home`);
  },
);

testForms("a new user who must have a second factor is created after it (SF-07)", async () => {
  const world = openFactors({ secondFactor: { required: () => true } });
  const page = await world.signIn();
  assert.match(page.url, /\/auth\/second-factor-setup\?/, page.text);
  assert.deepEqual(await world.db.users(), []);
  const { kit } = await world.setUp(page);
  const [user] = await world.db.users();
  assert.ok(user, world.log());
  assert.equal((await world.session<{ aal: number }>())?.aal, 2);
  await world.signOut();
  const second = await world.signIn();
  assert.match(second.url, /\/auth\/second-factor\?/);
  const done = await world.answer(second, { code: world.nextCode(kit) });
  assert.equal(done.url, `${APP}/home`, world.log());
});

// SF-08
testForms("a function that decides who must have a second factor, and throws, signs nobody in", async () => {
  const world = openFactors({
    secondFactor: {
      required: () => {
        throw new Error("the list of staff is down");
      },
    },
  });
  const page = await world.signIn();
  assert.match(page.url, /\/auth\/error\?error=ServerError/);
  assert.equal(await world.session(), null);
  assert.deepEqual(await world.db.users(), []);
});

testForms("a user turns the second factor off, unless the application demands it", async () => {
  let required = false;
  const world = openFactors({ secondFactor: { required: () => required } });
  await world.register();
  await world.turnOn();
  required = true;
  const page = await world.browser.open(`${APP}/auth/account`);
  assert.doesNotMatch(page.html, /value="off"/);
  const refused = await world.post("second-factor-setup", { action: "off", callbackUrl: "/auth/account" });
  assert.match(refused.headers.get("location")!, /error=SecondFactorRequired/);
  required = false;
  const again = await world.browser.open(`${APP}/auth/account`);
  const done = await again.submit("/auth/second-factor-setup", { action: "off" });
  assert.match(done.url, /\/auth\/account\?.*done=second-factor-off/, world.log());
  assert.equal(world.lastPurpose(), "secondFactorOff");
  await world.signOut();
  assert.equal((await world.enter()).url, `${APP}/home`);
});

testForms("a passkey is a second factor, and the user who has one alone cannot remove it", async () => {
  const world = openFactors({ more: () => [Passkey()] });
  await world.register();
  const { authenticator, optionsOf } = await withPasskey(world, "passkey");
  const shown = await world.post("second-factor-setup", { action: "passkeys", callbackUrl: "/auth/account" });
  assert.equal(shown.status, 200, world.log());
  const { passkeys, secondFactor } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.deepEqual([secondFactor.isOn, secondFactor.hasApp, secondFactor.hasPasskeys], [true, false, true]);
  // The session has proven no passkey yet.
  const asked = await world.post("account", { action: "remove", id: passkeys[0].id });
  assert.match(asked.headers.get("location")!, /\/auth\/second-factor\?/);
  await world.signOut();
  const page = await world.enter();
  assert.match(page.html, /data-passkey/);
  assert.doesNotMatch(page.html, /name="code"/);
  // As the script of the page asks: it adds the fields that are not of the type `hidden`.
  const [, path] = /data-passkey="https:\/\/app\.test\/auth\/([^"]+)"/.exec(page.html)!;
  const [, question] = /<input name="question" value="([^"]+)" hidden>/.exec(page.html)!;
  const options = await optionsOf(
    `${path}?${new URLSearchParams({ question: question!, action: "authenticate" })}`,
  );
  assert.equal(options.allowCredentials.length, 1);
  const data = JSON.stringify(await authenticator.get(options, { flags: PRESENT }));
  const done = await world.answer(page, { action: "authenticate", data });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.equal((await world.session<{ aal: number }>())?.aal, 2);
  const refused = await world.post("account", { action: "remove", id: passkeys[0].id });
  assert.match(refused.headers.get("location")!, /error=LastFactor/);
});

testForms("a passkey that does not verify its user needs another factor than itself (SF-19)", async () => {
  const touch = { requireUserVerification: false };
  const provider = WebAuthn({ verifyAuthenticationOptions: touch, verifyRegistrationOptions: touch });
  const world = openFactors({ more: () => [provider], experimental: { enableWebAuthn: true } });
  await world.register();
  const { optionsOf, authenticator } = await withPasskey(world, "webauthn");
  const kit = await world.turnOn();
  await world.signOut();
  const options = await optionsOf(`webauthn-options/webauthn?action=authenticate&email=${ADA}`);
  const credential = authenticator.credentials[0]!;
  const data = JSON.stringify(await authenticator.get(options, { flags: PRESENT, credential }));
  const posted = { action: "authenticate", data, callbackUrl: "/home" };
  const response = await world.post("callback/webauthn", posted);
  const page = await world.browser.open(response.headers.get("location")!);
  assert.match(page.url, /\/auth\/second-factor\?/, world.log());
  const question = new URL(page.url).searchParams.get("question")!;
  const asked = await optionsOf(`second-factor-options?question=${question}`);
  const twice = JSON.stringify(await authenticator.get(asked, { flags: PRESENT }));
  const refused = await world.answer(page, { action: "authenticate", data: twice });
  assert.match(refused.url, /error=InvalidSecondFactor/);
  assert.equal(await world.session(), null);
  assert.equal((await world.answer(refused, { code: world.nextCode(kit) })).url, `${APP}/home`);
});

/** Registers a passkey for the user who is signed in. */
async function withPasskey(world: FactorWorld, id: string) {
  const authenticator = createAuthenticator(APP);
  const optionsOf = async (path: string) =>
    (await (await world.browser.fetch(`${APP}/auth/${path}`)).json()).options;
  const created = await authenticator.create(await optionsOf(`webauthn-options/${id}?action=register`), {});
  const data = JSON.stringify(created);
  await world.post(`callback/${id}`, { action: "register", data, link: "true" });
  return { authenticator, optionsOf };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(`a factor that staff have reset gives no level 2 any more (SF-18, ${strategy})`, async () => {
    const world = openFactors({ url: APP, session: { strategy } });
    const kit = await world.registerWithFactor();
    await world.answer(await world.enter(), { code: world.nextCode(kit) });
    assert.equal((await world.session<{ aal: number }>())?.aal, 2);
    const [user] = await world.db.users();
    const bob = await registerBob(world);
    assert.equal(await resetSecondFactor(user!.id, world.config), true);
    assert.equal(world.lastPurpose(), "secondFactorReset");
    assert.equal(await resetSecondFactor(user!.id, world.config), false);
    assert.equal(await world.session(), null);
    assert.match((await world.browser.open(`${APP}/auth/account`)).url, /\/auth\/signin/);
    assert.equal((await world.sessionIn(bob))?.user.email, BOB);
    await world.enter(GOOD);
    assert.equal((await world.session<{ aal: number }>())?.aal, 1);
  });
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `staff end the sessions of a thief who has turned the factor off (SF-18, ${strategy})`,
    async () => {
      const world = openFactors({ url: APP, session: { strategy } });
      const kit = await world.registerWithFactor();
      const [user] = await world.db.users();
      await world.answer(await world.enter(), { code: world.nextCode(kit) });
      const thief = world.browser;
      await (await thief.open(`${APP}/auth/account`)).submit("Turn off two-step verification");
      assert.equal((await world.session<{ aal: number }>())?.aal, 2);
      world.mails.length = 0;
      assert.equal(await resetSecondFactor(user!.id, world.config), false);
      assert.equal(await world.session(), null);
      assert.deepEqual(world.mails, [], "nothing was turned off");
      assert.equal(await resetSecondFactor("no user has it", world.config), false);
      assert.equal(await world.db.adapter.rows.find("security", { userId: "no user has it" }), null);
    },
  );
}

/** How a stranger turns a second factor on, where no code can be mailed: a proof of the mailbox would keep it. */
const TURN_ON: Readonly<Record<string, (world: FactorWorld) => Promise<unknown>>> = {
  app: async (world) =>
    await world.setUp(await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`)),
  passkey: async (world) => await world.post("second-factor-setup", { action: "passkeys" }),
};

for (
  const [moment, kind] of [["before", "app"], ["after", "app"], ["before", "passkey"], [
    "after",
    "passkey",
  ]] as const
) {
  testForms(
    `a second factor (${kind}) that is stored ${moment} a takeover does not lock the owner out (SF-11)`,
    async () => {
      const email = { notices: false, mails: "link" } as const;
      const world = openFactors({ session: { strategy: "database" }, email, more: () => [Passkey()] });
      const turnOn = TURN_ON[kind]!;
      await world.signIn();
      if (kind === "passkey") await addPasskey(world);
      const [stranger] = await world.db.users();
      assert.equal(stranger?.emailVerified, null);
      const { adapter } = world.db;
      const owner = world.visitor();
      const takeOver = async () => {
        takeBack();
        await world.ask(stranger.email!, owner);
        await world.follow(owner);
      };
      const takeBack = changeRows(adapter, "secondFactors", (sound) => ({
        async store(factor, ifVersion) {
          if (moment === "before") await takeOver();
          const isStored = await sound.store(factor, ifVersion);
          if (moment === "after") await takeOver();
          return isStored;
        },
      }));
      await turnOn(world);
      assert.ok(await world.sessionIn(owner), world.log());
      assert.equal(await world.session(), null);
      assert.equal(await isFactorOn(world, stranger.id), false);
    },
  );
}

testForms(
  "a password may have 8 characters; one line at start names NIST unless all users have a second factor",
  async () => {
    const short = { minLength: 8 };
    const lines = (log: string) => log.match(/short-passwords: .*NIST SP 800-63B-4/g)?.length ?? 0;
    for (const secondFactor of [false, true, { required: false }, { required: () => false }]) {
      const world = openFactors({ options: short, secondFactor });
      const page = await world.signUp({ password: "blue tea" });
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      assert.ok(await world.session(), world.log());
      assert.equal(lines(world.log()), 1, world.log());
    }
    for (const options of [{}, { minLength: 15 }, { minLength: 20 }]) {
      const world = openFactors({ options, secondFactor: false });
      await world.register();
      assert.equal(lines(world.log()), 0);
    }
    const world = openFactors({ options: short, secondFactor: { required: true } });
    const page = await world.signUp({ password: "blue tea" });
    const next = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.match(next.url, /\/auth\/second-factor-setup/, world.log());
    assert.equal(lines(world.log()), 0);
  },
);

testForms("the mail of a required second factor is sent once, however many requests ask for it", async () => {
  const world = await openRequired();
  const { platform: { sites }, browser } = world;
  const app = sites[APP]!;
  // The page is opened by the test alone.
  sites[APP] = async (request) =>
    request.url.includes("second-factor-setup") ? new Response("later") : await app(request);
  const { url } = await world.enter();
  sites[APP] = app;
  await Promise.all(Array.from({ length: 8 }, () => browser.fetch(url)));
  assert.equal(world.mails.length, 1, world.log());
});
