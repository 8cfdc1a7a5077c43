/**
 * The page that sets a second factor up, for users who came there on different ways: what it says, and where it leads.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  addPasskey,
  codesIn,
  factorOf,
  isFactorOn,
  openFactors,
  proveMailbox,
  secretIn,
  submitApp,
} from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const SETUP = `${APP}/auth/second-factor-setup`;

testForms("a user who lacks the factor that a page needs can go back to the application", async () => {
  const world = openFactors();
  await world.register();
  const browser = world.visitor();
  await world.enter(GOOD, browser);
  const asked = await browser.open(`${APP}/auth/second-factor?callbackUrl=/payout`);
  assert.match(asked.url, /second-factor-setup\?callbackUrl=[^&]+&lack=level/);
  const wrong = await asked.submit("/auth/second-factor-setup", { mailCode: "00000000" });
  const shown = await proveMailbox(wrong, world);
  for (const page of [asked, wrong, shown]) {
    assert.match(page.text, /What you want to do needs the second step/, page.url);
    assert.equal((await page.follow("Back to app.test")).url, `${APP}/`);
    assert.doesNotMatch(page.text, /Cancel/);
  }
  // With an application below a path, it is that path.
  const cookie = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const below = new Request(shown.url.replace("/auth/", "/shop/auth/"), { headers: { cookie } });
  const answer = await Auth(below, { ...world.config, url: `${APP}/shop` } as AuthConfig);
  assert.match(await answer.text(), new RegExp(`<a class="link" href="${APP}/shop">Back to `));
  // From the account page, it leads back there.
  const own = await browser.open(`${SETUP}?callbackUrl=/auth/account`);
  assert.match((await own.follow("Cancel")).url, /\/auth\/account$/);
  // A user who has set one up since, and presses Back, goes on.
  await submitApp(world, shown);
  assert.equal((await browser.open(shown.url)).url, `${APP}/payout`);
});

testForms("the page that sets an app up shows the same key when it is loaded again", async () => {
  const world = openFactors();
  const { browser } = world;
  await world.register();
  await world.enter();
  const first = await proveMailbox(await browser.open(`${SETUP}?callbackUrl=/home`), world);
  const secret = secretIn(first);
  const again = await browser.open(first.url);
  assert.deepEqual([secretIn(again), secretIn(await browser.open(first.url))], [secret, secret]);
  // The sign-in page, in another tab, has no form of its own to show again.
  await browser.open(`${APP}/auth/signin?link=true`);
  assert.equal(secretIn(await browser.open(first.url)), secret);
  // The codes are of the app that has scanned the first page.
  const done = await again.submit("/auth/second-factor-setup", { code: world.code({ secret }) });
  assert.equal(codesIn(done).length, 10, done.text);
  // The next app has a key of its own, as has the next session, and the page that was left open for long.
  world.platform.tick(30);
  const other = secretIn(await browser.open(SETUP));
  assert.notEqual(other, secret);
  world.platform.tick(29 * 60);
  assert.equal(secretIn(await browser.open(SETUP)), other);
});

testForms("the key of an app and a form that fails in another tab both stay", async () => {
  const world = openFactors();
  const { browser } = world;
  await world.register();
  await world.enter();
  const page = await proveMailbox(await browser.open(`${SETUP}?callbackUrl=/home`), world);
  const failed = await send(browser, "signin/email", { email: "ada at example", callbackUrl: "/home" });
  await failed.body?.cancel();
  const again = await browser.open(page.url);
  assert.equal(secretIn(again), secretIn(page));
  const signIn = await browser.open(failed.headers.get("location")!);
  assert.match(signIn.html, /value="ada at example"/, signIn.url);
  const done = await submitApp(world, again);
  assert.equal(codesIn(done).length, 10, done.text);
});

testForms("a key that was shown is shown in no other session, and not after half an hour", async () => {
  const world = openFactors({ session: { freshAge: 86_400 } });
  const { browser } = world;
  await world.register();
  await world.enter();
  const first = secretIn(await proveMailbox(await browser.open(SETUP), world));
  await world.signOut();
  world.platform.tick(1);
  await world.enter();
  const second = secretIn(await proveMailbox(await browser.open(SETUP), world));
  assert.notEqual(second, first);
  world.platform.tick(31 * 60);
  assert.notEqual(secretIn(await proveMailbox(await browser.open(SETUP), world)), second);
});

testForms("a user who has a second factor sets up another app, and turns nothing on", async () => {
  const world = openFactors({ more: () => [Passkey()] });
  const { browser } = world;
  await world.register();
  await addPasskey(world);
  const first = await browser.open(`${SETUP}?callbackUrl=/home`);
  assert.match(first.html, /value="passkeys"/);
  const wrong = await first.submit("Turn on", { code: "000000" });
  assert.match(wrong.text, /That code isn't right/);
  await submitApp(world, wrong);
  // Back: the app of that page is set up, and each of its addresses says so, however often it is opened.
  for (const back of [wrong.url, wrong.url.replace(/error=\w+/, "done=second-factor-on"), first.url]) {
    const { text } = await browser.open(back);
    assert.match(text, /^Use another app/);
    assert.doesNotMatch(text, /That code isn't right/, back);
    if (back !== first.url) assert.match(text, /Two-step verification is on\./, back);
  }
  const page = await browser.open(`${SETUP}?callbackUrl=/home`);
  assert.match(page.html, /<h1>Use another app</);
  assert.doesNotMatch(page.html, /value="passkeys"|Turn on/);
  world.platform.tick(30);
  const own = await browser.open(`${SETUP}?callbackUrl=/auth/account`);
  const changed = await submitApp(world, own);
  assert.match(changed.text, /Your new authenticator app is set up/);
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `a change on the account page waits for the second step, and a click makes it then (${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy } });
      const { browser } = world;
      const kit = await world.registerWithFactor();
      const remembered = await world.enter();
      await world.answer(remembered, { code: world.nextCode(kit), remember: "yes" });
      await world.signOut();
      assert.equal((await world.enter()).url, `${APP}/home`);
      const off = { action: "off", callbackUrl: "/auth/account" };
      const refused = await send(browser, "second-factor-setup", off);
      await refused.body?.cancel();
      const asked = await browser.open(refused.headers.get("location")!);
      assert.match(asked.url, /\/auth\/second-factor\?/);
      const kept = await world.answer(asked, { code: world.nextCode(kit) });
      assert.match(kept.text, /Your form hasn't been sent yet/, `${kept.url}\n${world.log()}`);
      assert.equal(await isFactorOn(world), true);
      const done = await kept.submit("/auth/second-factor-setup");
      assert.match(done.url, /\/auth\/account\?done=second-factor-off/);
      assert.equal(await isFactorOn(world), false);
    },
  );
}

testForms("the account page leads to the set-up in the language of its address", async () => {
  const world = openFactors();
  await world.register();
  const page = await world.browser.open(`${APP}/auth/account?ui_locales=de`);
  const links = [...page.html.matchAll(/href="([^"]*second-factor-setup[^"]*)"/g)].map(([, href]) => href!);
  assert.equal(links.length, 1, page.text);
  assert.match(links[0]!, /[?&;]ui_locales=de/);
});

/** Two tabs of one session, each with a key that is not yet in use: another form has taken the cookie of the first one's. */
async function openTabs(options: Parameters<typeof openFactors>[0]) {
  const world = openFactors(options);
  const { browser } = world;
  await world.register();
  const open = () => browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/private`);
  const first = await open();
  const { name } = browser.cookies(`${APP}/auth`).find((each) => each.name.endsWith("latchkey.form.key"))!;
  browser.setCookie(`${APP}/auth/signin`, `${name}=other; Path=/; Secure`);
  const tabs = [first, await open()] as const;
  world.platform.tick(5);
  return { world, tabs };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `the older of two tabs says that the second factor is on, and offers another app (${strategy})`,
    async () => {
      const { world, tabs: [first, second] } = await openTabs({ session: { strategy } });
      assert.equal(codesIn(await submitApp(world, first)).length, 10);
      const page = await submitApp(world, second);
      assert.doesNotMatch(page.text, /took too long|Turn on/, world.log());
      assert.match(
        page.text,
        /Two-step verification is on\..*Use another app|Use another app.*Two-step verification is on\./s,
      );
      assert.notEqual(secretIn(page), secretIn(second));
      const { version } = (await factorOf(world))!;
      assert.match((await submitApp(world, page)).url, /\/private\?done=new-authenticator$/);
      assert.equal((await factorOf(world))!.version, version + 1);
      // A link cannot claim it.
      const other = openFactors({ session: { strategy } });
      await other.register();
      const link = await other.browser.open(`${APP}/auth/second-factor-setup?done=second-factor-on`);
      assert.doesNotMatch(link.text, /Two-step verification is on/);
    },
  );
}

testForms(
  "the older of two tabs that still asks for the mailed code says that the second factor is on",
  async () => {
    const world = openFactors();
    await world.register();
    await world.signOut();
    await world.enter();
    const open = () => world.browser.open(`${SETUP}?callbackUrl=/private`);
    const [first, second] = [await open(), await open()];
    const { mailCode } = { mailCode: world.mails.at(-1)!.code };
    const key = await first.submit("Continue", { mailCode });
    await submitApp(world, key);
    for (
      const page of [await second.submit("Continue", { mailCode }), await second.submit("Send it again")]
    ) {
      assert.match(page.text, /Two-step verification is on\./, page.url);
      assert.doesNotMatch(page.text, /took too long|not right/);
    }
  },
);
