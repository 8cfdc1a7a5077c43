/**
 * The code that is mailed to a user who turns on their first second factor in a session: who has stolen the session or the
 * password would lock them out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  addPasskey,
  BOB,
  codesIn,
  factorOf,
  type FactorWorld,
  isFactorOn,
  openFactors,
  proveMailbox,
  registerBob,
  secretIn,
  submitApp,
} from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP, cookieHeader } from "./_world.ts";
import { resetSecondFactor } from "./_outside.ts";
import { chosen } from "../_short.ts";

const SETUP = `${APP}/auth/second-factor-setup`;
const SCRIPT = { headers: { accept: "application/json" } };
const COOKIE = "__Host-latchkey.second-factor.mailbox";

/** A thief who has signed in with Ada's password. */
async function thiefOf(world: FactorWorld): Promise<Browser> {
  await world.register();
  const thief = world.visitor();
  await world.enter(GOOD, thief);
  return thief;
}

/** Posts what a form of the page has. @returns Where it leads. */
async function post(browser: Browser, fields: Record<string, string>): Promise<string> {
  const response = await send(browser, "second-factor-setup", { callbackUrl: "/home", ...fields });
  await response.body?.cancel();
  return response.headers.get("location") ?? String(response.status);
}

/** Moves a cookie to another browser. */
function copyCookie(from: Browser, to: Browser, name: string): void {
  const { value } = from.cookies(APP).find((cookie) => cookie.name === name)!;
  to.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `a thief of a password turns on no second factor, with ${strategy} sessions (SF-16)`,
    async () => {
      const world = openFactors({ session: { strategy } });
      const thief = await thiefOf(world);
      const page = await thief.open(`${SETUP}?callbackUrl=/home`);
      assert.deepEqual([world.lastPurpose(), world.mails.at(-1)!.identifier], ["enrol", ADA]);
      assert.doesNotMatch(page.html, /class="key"|otpauth/);
      const shown = await (await thief.fetch(SETUP, SCRIPT)).json();
      assert.deepEqual(Object.keys(shown).sort(), ["email", "isSent", "needsMailCode", "wait"]);
      const own = await (await world.browser.fetch(SETUP, SCRIPT)).json();
      const tries: readonly Record<string, string>[] = [
        { code: world.code(own), setup: own.setup },
        { action: "passkeys" },
        { mailCode: "00000000" },
        { mailCode: "" },
      ];
      for (const fields of tries) {
        await post(thief, fields);
        assert.equal(await factorOf(world), null, JSON.stringify(fields));
      }
      // The proof of the owner counts in the owner's session alone.
      const owner = world.visitor();
      await world.enter(GOOD, owner);
      await proveMailbox(await owner.open(SETUP), world);
      copyCookie(owner, thief, COOKIE);
      world.platform.tick(1);
      const other = world.visitor();
      await world.enter(GOOD, other);
      copyCookie(owner, other, COOKIE);
      assert.match((await other.open(SETUP)).html, /name="mailCode"/);
    },
  );
}

testForms(
  "a passkey that a thief of a password has added does not take the place of the mailed code (SF-16)",
  async () => {
    const world = openFactors({ more: () => [Passkey()] });
    const thief = await thiefOf(world);
    await addPasskey(world);
    await post(thief, { action: "passkeys" });
    assert.equal(await factorOf(world), null);
    assert.match((await thief.open(SETUP)).html, /name="mailCode"/);
  },
);

/** The limits of an application: the library's, none, and its own, which know of no codes. */
const LIMITS = { "of the library": undefined, "switched off": false, "of its own": () => 0 } as const;

for (const [name, limits] of Object.entries(LIMITS)) {
  testForms(
    `codes of the mail are guessed ten times in a browser, thirty a day in all, with limits ${name}`,
    async () => {
      const world = openFactors({ limits });
      const last = await thiefOf(world);
      const browsers = Array.from({ length: 4 }, () => world.visitor());
      for (const browser of browsers) await world.enter(GOOD, browser);
      await last.open(SETUP);
      const right = world.mails.at(-1)!.code;
      const wrong = right === "00000000" ? "00000001" : "00000000";
      let compared = 0;
      for (const browser of browsers) {
        await browser.open(SETUP);
        const before = compared;
        for (let guess = 0; guess < 12; guess++) {
          if (/=InvalidSecondFactor/.test(await post(browser, { mailCode: wrong }))) compared++;
        }
        assert.ok(compared - before <= 10, String(compared));
      }
      assert.ok(compared > 9 && compared <= 30, String(compared));
      await post(last, { mailCode: right });
      assert.match((await last.open(SETUP)).html, /name="mailCode"/);
      // The owner signs in with a mailed code all the same, also on the device of the thief.
      await world.ask(ADA, last);
      const entered = await world.follow(last);
      assert.doesNotMatch(entered.url, /error=/);
    },
  );
}

testForms("the mailed code is asked once, and the page goes on from there", async () => {
  const world = openFactors();
  const browser = await thiefOf(world);
  const page = await browser.open(`${SETUP}?callbackUrl=/home`);
  const sent = world.mails.length;
  const again = await browser.open(`${SETUP}?callbackUrl=/home`);
  assert.equal(world.mails.length, sent);
  assert.match(again.html, /data-wait="30"/);
  const wrong = await page.submit("/auth/second-factor-setup", { mailCode: "00000000" });
  assert.match(wrong.url, /error=InvalidSecondFactor/);
  const early = await post(browser, { action: "mail" });
  assert.match(early, /again=early/);
  world.platform.tick(31);
  assert.match(await post(browser, { action: "mail" }), /again=sent/);
  assert.equal(world.mails.length, sent + 1);
  // The code of the first mail is over.
  const [first, second] = world.mails.slice(-2).map(({ code }) => code);
  if (first !== second) assert.match(await post(browser, { mailCode: first! }), /error=InvalidSecondFactor/);
  const proven = await proveMailbox(await browser.open(`${SETUP}?callbackUrl=/home`), world);
  const secret = secretIn(proven);
  const failed = await proven.submit("/auth/second-factor-setup", { code: "000000" });
  assert.equal(secretIn(failed), secret);
  const done = await failed.submit("/auth/second-factor-setup", { code: world.code({ secret }) });
  assert.equal(codesIn(done).length, 10);
  // Another app is set up at level 2, and needs no mail.
  world.platform.tick(30);
  assert.equal(secretIn(await browser.open(SETUP)).length > 0, true);
});

testForms(
  "the code of a mail ends after ten minutes, and the proof with the address of the user",
  async () => {
    const world = openFactors({ session: { freshAge: 7200 } });
    const browser = await thiefOf(world);
    const page = await browser.open(SETUP);
    world.platform.tick(601);
    const { code } = world.mails.at(-1)!;
    const late = await page.submit("/auth/second-factor-setup", { mailCode: code });
    // It is not wrong: the page says that it took too long, and has mailed another one.
    assert.match(late.url, /error=InvalidCheck/);
    assert.match(late.text, /That took too long/);
    assert.notEqual(world.mails.at(-1)!.code, code);
    await proveMailbox(late, world);
    assert.ok(secretIn(await browser.open(SETUP)));
    const { id } = (await world.db.users())[0]!;
    await world.db.adapter.updateUser({ id, email: "new@example.com" });
    assert.match((await browser.open(SETUP)).html, /name="mailCode"/);
    assert.equal(world.mails.at(-1)!.identifier, "new@example.com");
  },
);

testForms(
  "a page with a key that was open for too long is asked for the mail again, and is no guess",
  async () => {
    const world = openFactors({ session: { freshAge: 7200 } });
    const browser = await thiefOf(world);
    const page = await proveMailbox(await browser.open(SETUP), world);
    world.platform.tick(1800);
    for (let times = 0; times < 11; times++) {
      const late = await page.submit("/auth/second-factor-setup", { code: "000000" });
      assert.match(late.url, /error=InvalidCheck/);
    }
    const again = await proveMailbox(await browser.open(SETUP), world);
    assert.ok(secretIn(again));
  },
);

testForms("a sign-in by mail proves the mailbox half an hour, as a code does (SF-16, KL-14)", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const world = openFactors({ session: { strategy, freshAge: 7200 } });
    await world.register();
    world.platform.tick(1790);
    assert.ok(secretIn(await world.browser.open(SETUP)));
    world.platform.tick(10);
    assert.match((await world.browser.open(SETUP)).html, /name="mailCode"/);
  }
});

/** What turns a factor on that is off by then: the app that a page has shown, or a passkey in a page of the application. */
const LATE: Readonly<
  Record<string, readonly [reads: number, (page: Page, world: FactorWorld) => Promise<unknown>]>
> = {
  // The first read decides whether the form was sent before.
  "another app": [
    3,
    (page, world) => submitApp(world, page),
  ],
  "a passkey": [2, async (_page, { browser }) => {
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, action: "passkeys" });
    const headers = { accept: "application/json" };
    const init = { method: "POST", body, headers, redirect: "manual" } as const;
    await (await browser.fetch(`${APP}/auth/second-factor-setup`, init)).body?.cancel();
  }],
};

for (const [name, [resetAt, turnOn]] of Object.entries(LATE)) {
  testForms(
    `${name} is not turned on without a mail, if support resets the second factor in the meantime (SF-16)`,
    async () => {
      const { db } = openFactors();
      let reads = -Infinity;
      // It would be taken back, because the session has ended.
      let wasOn = false;
      const adapter = withRows(db.adapter, "secondFactors", (sound) => ({
        async find({ userId }) {
          // The read before decides whether the mailbox must be proven.
          if (++reads === resetAt) await resetSecondFactor(userId, world.config);
          return await sound.find({ userId });
        },
        async store(row, ifVersion) {
          wasOn ||= reads >= resetAt && row.enabledAt !== null;
          return await sound.store(row, ifVersion);
        },
      }));
      const world = openFactors({ adapter, more: () => [Passkey()], url: APP });
      await world.register();
      await world.turnOn();
      const id = await addPasskey(world);
      world.platform.tick(30);
      const page = await world.browser.open(SETUP);
      reads = 0;
      await turnOn(page, world);
      assert.ok(reads >= resetAt, String(reads));
      assert.equal(await isFactorOn({ db }, id), false);
      assert.ok(!wasOn);
    },
  );
}

/** Who is not asked for the code of a mail. */
const NOT_ASKED: Readonly<Record<string, () => Promise<readonly [FactorWorld, Browser]>>> = {
  async "a user who has signed up with a code of a mail"() {
    const world = openFactors();
    await world.register();
    return [world, world.browser];
  },
  async "a user who has signed in with the link of a mail"() {
    const world = openFactors();
    await world.register();
    const browser = world.visitor();
    await world.ask(ADA, browser);
    await world.follow(browser);
    return [world, browser];
  },
  async "a user of an application that mails no codes"() {
    const before = openFactors();
    await before.register();
    const world = openFactors({ adapter: before.db.adapter, email: { notices: false, mails: "link" } });
    const browser = world.visitor();
    await world.enter(GOOD, browser);
    return [world, browser];
  },
};

for (const [name, open] of Object.entries(NOT_ASKED)) {
  testForms(`${name} turns the second factor on without another mail`, async () => {
    const [world, browser] = await open();
    const sent = world.mails.length;
    const page = await browser.open(SETUP);
    assert.equal(world.mails.length, sent);
    assert.equal(codesIn(await submitApp(world, page)).length, 10);
  });
}

/** The headers by which a request says that it fetches a page in advance. */
const AHEAD: readonly (readonly [name: string, value: string])[] = [
  ["sec-purpose", "prefetch"],
  ["sec-purpose", "prefetch;prerender"],
  ["x-sec-purpose", "prefetch"],
  ["purpose", "prefetch"],
  ["x-moz", "prefetch"],
  ["next-router-prefetch", "1"],
];

/** Asks for the page with headers that the browser of the tests would write itself. */
async function shownWith({ platform }: FactorWorld, browser: Browser, headers: Record<string, string>) {
  const cookie = cookieHeader(browser);
  const request = new Request(SETUP, { headers: { accept: "text/html", ...headers, cookie } });
  return await (await platform.sites[APP]!(request)).text();
}

for (const [name, value] of AHEAD) {
  testForms(`a page that is fetched in advance mails no code, with ${name}: ${value}`, async () => {
    const world = openFactors();
    const browser = await thiefOf(world);
    const sent = world.mails.length;
    const page = await shownWith(world, browser, { [name]: value });
    assert.equal(world.mails.length, sent);
    // The browser may show it then, without asking again.
    assert.match(page, /<button class="button" name="action" value="mail">Continue</);
    assert.doesNotMatch(page, /name="mailCode"|We sent/);
    assert.match(await post(browser, { action: "mail" }), /again=sent/);
    assert.equal(world.mails.length, sent + 1);
  });
}

const FOREIGN: readonly Readonly<Record<string, string>>[] = [{ "sec-fetch-site": "cross-site" }, {
  "sec-fetch-site": "same-site",
}, {
  referer: "https://evil.test/",
}];

for (const foreign of FOREIGN) {
  testForms(
    `a link of another site mails nothing: the page has a button for it (SF-23, ${JSON.stringify(foreign)})`,
    async () => {
      const world = openFactors();
      const { platform, mails } = world;
      const browser = await thiefOf(world);
      const sent = mails.length;
      const request = () =>
        new Request(`${SETUP}?callbackUrl=/home`, {
          headers: { accept: "text/html", ...foreign, cookie: cookieHeader(browser) },
        });
      const page = await (await platform.sites[APP]!(request())).text();
      assert.match(page, /<button class="button" name="action" value="mail">Continue</);
      assert.doesNotMatch(page, /name="mailCode"|We sent/);
      const script = () =>
        new Request(request(), {
          headers: { ...Object.fromEntries(request().headers), ...SCRIPT.headers },
        });
      const shown = await (await platform.sites[APP]!(script())).json();
      assert.deepEqual([shown.needsMailCode, shown.isSent, shown.wait], [true, false, 0]);
      assert.equal(mails.length, sent);
      const place = await post(browser, { action: "mail", first: "true" });
      assert.equal(mails.length, sent + 1);
      assert.doesNotMatch(place, /again=/);
      assert.equal((await (await platform.sites[APP]!(script())).json()).isSent, true);
      // Once it is sent, the link shows the field for its code, and mails no other one.
      const again = await (await platform.sites[APP]!(request())).text();
      assert.match(again, /name="mailCode"/);
      assert.equal(mails.length, sent + 1);
      await post(browser, { mailCode: mails.at(-1)!.code });
      assert.match((await browser.open(SETUP)).html, /class="key"/);
    },
  );
}

testForms(
  "a page of the application that a link of another site opens leads nowhere for a mail (SF-23)",
  async () => {
    const world = openFactors({ pages: { secondFactorSetup: "/settings/second-step" } });
    const browser = await thiefOf(world);
    const sent = world.mails.length;
    const from = { "sec-fetch-site": "cross-site", cookie: cookieHeader(browser) };
    const opened = await world.platform.sites[APP]!(
      new Request(SETUP, { headers: { ...from, accept: "text/html" } }),
    );
    assert.match(opened.headers.get("location")!, /\/settings\/second-step/);
    const asked = new Request(`${SETUP}?cookieless`, { headers: { ...from, ...SCRIPT.headers } });
    const shown = await (await world.platform.sites[APP]!(asked)).json();
    assert.deepEqual([shown.needsMailCode, shown.isSent], [true, false]);
    assert.equal(world.mails.length, sent);
  },
);

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `the set-up page ends no sign-in that waits for its second step (SF-23, ${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy } });
      const kit = await world.registerWithFactor();
      // Bob is signed in, and in another tab Ada has typed her password.
      const { browser } = world;
      await registerBob(world, browser);
      world.platform.tick(2400);
      const waiting = await world.enter(GOOD);
      assert.match(waiting.url, /\/auth\/second-factor\?/);
      const page = await browser.open(`${SETUP}?callbackUrl=/home`);
      assert.match(page.html, /name="mailCode"/, page.url);
      await proveMailbox(page, world);
      const done = await world.answer(waiting, { code: world.nextCode(kit) });
      assert.equal(done.url, `${APP}/home`, world.log());
      assert.equal((await world.session<{ aal: number }>())?.aal, 2);
      // Nor the other way round.
      await world.signOut();
      await world.enter(BETTER, browser, BOB);
      await proveMailbox(await browser.open(SETUP), world);
      world.platform.tick(60);
      await world.enter(GOOD);
      assert.match((await browser.open(SETUP)).html, /class="key"/);
    },
  );
}

testForms("a proof that an earlier version has kept beside a waiting sign-in counts (SF-23)", async () => {
  const world = openFactors();
  const owner = await thiefOf(world);
  await proveMailbox(await owner.open(SETUP), world);
  const { value } = owner.cookies(APP).find(({ name }) => name === COOKIE)!;
  owner.setCookie(APP, `${COOKIE}=; Path=/; Secure; Max-Age=0`);
  assert.match((await owner.open(SETUP)).html, /name="mailCode"/);
  owner.setCookie(APP, `${COOKIE}=; Path=/; Secure; Max-Age=0`);
  owner.setCookie(APP, `__Host-latchkey.second-factor=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`);
  assert.match((await owner.open(SETUP)).html, /class="key"/);
});

testForms("each mailed code has the language of its page, also one that is sent again", async () => {
  const world = openFactors();
  const thief = await thiefOf(world);
  world.mails.length = 0;
  await thief.open(`${SETUP}?callbackUrl=/home&ui_locales=de`);
  world.platform.tick(60);
  await post(thief, { action: "mail", ui_locales: "de" });
  const sent = world.mails.filter(({ purpose }) => purpose === "enrol").map(({ locale }) => locale.language);
  assert.deepEqual(sent, ["de", "de"], world.log());
});
