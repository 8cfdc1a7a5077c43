/**
 * Forms that show recovery codes, sent a second time: by a reload of the page with the codes, a double click, or Back. Each counts
 * once, and the codes that were shown go on working.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Page } from "../../src/testing/mod.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  addPasskey,
  codesIn,
  factorOf as rowIn,
  type FactorWorld,
  openFactors,
  openRequired,
  proveMailbox,
  secretIn,
} from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const SETUP = `${APP}/auth/second-factor-setup`;
const FORM = "/auth/second-factor-setup";

/** The form of a way to recovery codes. `send` sends it, each time with the same fields. */
interface Way {
  readonly world: FactorWorld;
  /** The secret of the app. */
  readonly secret?: string;
  readonly send: () => Promise<Page>;
}

type Strategy = "jwt" | "database";

/** Each way to recovery codes. */
const WAYS: Readonly<Record<string, (strategy: Strategy) => Promise<Way>>> = {
  async "an app in a session"(strategy) {
    const world = openFactors({ session: { strategy } });
    await world.register();
    return formOf(world, await world.browser.open(`${SETUP}?callbackUrl=/private`));
  },
  async "an app in a sign-in"(strategy) {
    const world = await openRequired({ session: { strategy } });
    return formOf(world, await proveMailbox(await world.enter(), world));
  },
  async "an app of a new user in a sign-in"(strategy) {
    const world = openFactors({ secondFactor: { required: true }, session: { strategy } });
    await world.signUp();
    return formOf(world, await world.follow());
  },
  async "the passkeys of a user"(strategy) {
    const world = openFactors({ more: () => [Passkey()], session: { strategy } });
    await world.register();
    await addPasskey(world);
    const page = await world.browser.open(`${SETUP}?callbackUrl=/private`);
    return { world, send: () => page.submit("Use my passkeys") };
  },
  async "new codes on the account page"(strategy) {
    const world = openFactors({ session: { strategy } });
    await world.register();
    await world.turnOn();
    const page = await world.browser.open(`${APP}/auth/account`);
    return { world, send: () => page.submit("Make new codes") };
  },
};

function formOf(world: FactorWorld, page: Page): Way {
  const secret = secretIn(page);
  const code = world.code({ secret });
  return { world, secret, send: () => page.submit(FORM, { code }) };
}

/** The value of a hidden field. */
function valueOf(name: string, { html }: Page): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;
}

function assertShownBefore(page: Page, what: string): void {
  assert.deepEqual(codesIn(page), [], what);
  assert.match(page.text, /Two-step verification is on\./, `${what}: ${page.url} ${page.text}`);
  assert.match(page.text, /Your recovery codes have already been shown, and are shown only once\./, what);
}

for (const [way, begin] of Object.entries(WAYS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    testForms(`a form that shows recovery codes counts once: ${way} (${strategy})`, async () => {
      const { world, send } = await begin(strategy);
      const shown = await send();
      const codes = codesIn(shown);
      assert.equal(codes.length, 10, `${shown.url} ${shown.text} ${world.log()}`);
      const row = await rowIn(world);
      const mails = world.mails.length;
      // Hours later, too: a phone reloads a page that it has put away.
      for (const seconds of [0, 5, 7200]) {
        world.platform.tick(seconds);
        const page = await send();
        assertShownBefore(page, `${way} after ${seconds}`);
        // The address of that page is one that a browser opens again without a form.
        assert.match(page.url, /\/second-factor-setup\?callbackUrl=[^&]+&done=recovery-codes-shown$/);
        assertShownBefore(await world.browser.open(page.url), way);
      }
      // The page with the codes gives itself that address.
      const [, query = ""] = /data-shown="([^"]+)"/.exec(shown.html) ?? [];
      const { searchParams } = new URL(SETUP + query.replaceAll("&#38;", "&"));
      assert.equal(searchParams.get("done"), "recovery-codes-shown");
      assertShownBefore(await world.browser.open(`${SETUP}?${searchParams}`), way);
      assert.deepEqual(await rowIn(world), row, "nothing has changed");
      assert.equal(world.mails.length, mails, "no mail");
      const browser = world.visitor();
      const done = await world.answer(await world.enter(GOOD, browser), { recoveryCode: codes[3]! }, browser);
      assert.equal(done.url, `${APP}/home`, "the codes that were shown still work");
      // A used code makes no difference to the form from before.
      assertShownBefore(await send(), way);
    });
  }

  testForms(`two posts at the same time make one change: ${way}`, async () => {
    const { world, send } = await begin("database");
    const pages = await Promise.all([send(), send(), send()]);
    const shown = pages.flatMap((page) => codesIn(page).length ? [codesIn(page)] : []);
    assert.equal(shown.length, 1, pages.map(({ url }) => url).join());
    for (const page of pages) {
      if (codesIn(page).length) continue;
      // A sign-in that has just ended has no session in the other requests, or they are led on with that of the browser.
      if (way.includes("in a sign-in")) assert.match(page.url, /error=InvalidCheck|\.test\/(?:home)?$/);
      else assertShownBefore(page, way);
    }
    const browser = world.visitor();
    const fields = { recoveryCode: shown[0]![0]! };
    const done = await world.answer(await world.enter(GOOD, browser), fields, browser);
    assert.equal(done.url, `${APP}/home`);
  });
}

testForms("the page that says that codes were shown leads on, and makes new ones once (SF-05)", async () => {
  const { world, send } = await WAYS["an app in a session"]!("jwt");
  const old = codesIn(await send());
  const page = await send();
  assert.equal((await page.follow("I've saved them")).url, `${APP}/private`);
  const renewed = await page.submit("Make new codes");
  assert.equal(codesIn(renewed).length, 10);
  assert.equal(world.lastPurpose(), "recoveryCodesReplaced");
  assert.match(renewed.text, /Your old codes no longer work/);
  const row = await rowIn(world);
  assertShownBefore(await page.submit("Make new codes"), "again");
  assert.deepEqual(await rowIn(world), row);
  const browser = world.visitor();
  const asked = await world.enter(GOOD, browser);
  assert.match((await world.answer(asked, { recoveryCode: old[0]! }, browser)).url, /InvalidSecondFactor/);
});

testForms("the address of that page shows it to no one who has no codes", async () => {
  const world = openFactors();
  const shown = `${SETUP}?callbackUrl=/private&done=recovery-codes-shown`;
  assert.match((await world.browser.open(shown)).url, /\/auth\/signin\?/);
  await world.register();
  const page = await world.browser.open(shown);
  assert.doesNotMatch(page.text, /were shown already/);
  assert.ok(secretIn(page), "the page that sets a second factor up");
});

testForms("a form for new codes still makes them after one of the old ones was used", async () => {
  const world = openFactors();
  await world.register();
  const { codes } = await world.turnOn();
  const page = await world.browser.open(`${APP}/auth/account`);
  for (const recoveryCode of codes) {
    const browser = world.visitor();
    await world.answer(await world.enter(GOOD, browser), { recoveryCode }, browser);
  }
  assert.equal((await rowIn(world))?.recoveryCodes, null);
  assert.equal(codesIn(await page.submit("Make new codes")).length, 10);
});

testForms("a form for new codes without `replaces` makes them each time", async () => {
  const world = openFactors();
  await world.register();
  await world.turnOn();
  const sets = new Set<string>();
  for (let count = 0; count < 2; count++) {
    const response = await send(world.browser, "second-factor-setup", { action: "codes" });
    sets.add((await response.text()).match(/[0-9A-Z]{6}(-[0-9A-Z]{6}){3}/)![0]);
  }
  assert.equal(sets.size, 2);
});

testForms(
  "a form that replaces an app leads to where it led, and changes nothing a second time",
  async () => {
    const world = openFactors();
    await world.register();
    await world.turnOn();
    world.platform.tick(30);
    const page = await world.browser.open(`${SETUP}?callbackUrl=/auth/account`);
    const code = world.code({ secret: secretIn(page) });
    assert.match((await page.submit(FORM, { code })).text, /Your new authenticator app is set up/);
    const row = await rowIn(world);
    assert.match((await page.submit(FORM, { code })).text, /Your new authenticator app is set up/);
    assert.deepEqual(await rowIn(world), row);
  },
);

testForms("a form from before says nothing to a stranger, nor to another user", async () => {
  const { world, send: again } = await WAYS["an app in a sign-in"]!("database");
  await again();
  await world.signOut();
  assert.match((await again()).url, /\/auth\/signin\?.*error=InvalidCheck/);
  const other = openFactors();
  await other.register();
  await other.turnOn();
  const page = await other.browser.open(`${SETUP}?callbackUrl=/home`);
  const fields = { setup: valueOf("setup", page), code: "000000" };
  const refused = await send(other.browser, "second-factor-setup", fields);
  assert.match(refused.headers.get("location")!, /error=InvalidSecondFactor/);
});

testForms("a form of a second factor that was turned off since turns none on", async () => {
  const { world, send: again } = await WAYS["an app in a session"]!("database");
  await again();
  const account = await world.browser.open(`${APP}/auth/account`);
  await account.submit("Turn off two-step verification");
  const page = await again();
  assert.doesNotMatch(page.text, /were shown already/);
  assert.deepEqual(codesIn(page), []);
  assert.equal((await rowIn(world))?.enabledAt, null);
});

testForms("fields of other forms make no form a repeated one", async () => {
  const world = openFactors();
  await world.register();
  const page = await world.browser.open(`${SETUP}?callbackUrl=/private`);
  const setup = valueOf("setup", page);
  await formOf(world, page).send();
  const account = await world.browser.open(`${APP}/auth/account`);
  const replaces = valueOf("replaces", account);
  assert.equal(codesIn(await account.submit("Make new codes")).length, 10);
  await send(world.browser, "second-factor-setup", { action: "off", setup, replaces });
  assert.equal((await rowIn(world))?.enabledAt, null);
});

/** Signs in at the page that a form without a session leads to. */
async function signInAgain(page: Page): Promise<Page> {
  assert.match(page.url, /\/signin\?error=SessionRequired/);
  return await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
}

testForms(
  "a form whose answer is lost, with the session that it has begun, leads to the page that offers new codes",
  async () => {
    const { world, secret, send } = await WAYS["an app in a session"]!("database");
    const { sites } = world.platform;
    const app = sites[APP]!;
    sites[APP] = async (request) => {
      await app(request);
      throw new TypeError("The connection is lost");
    };
    await assert.rejects(send());
    sites[APP] = app;
    const asked = await signInAgain(await send());
    const page = await world.answer(asked, { code: world.nextCode({ secret: secret! }) });
    assertShownBefore(page, page.url);
    assert.equal(codesIn(await page.submit("Make new codes")).length, 10);
  },
);

testForms("a form whose session has ended before leads to the page that sets an app up", async () => {
  const { world, send } = await WAYS["an app in a session"]!("database");
  const user = await world.db.adapter.getUserByEmail!(ADA);
  await world.db.adapter.deleteSessionsByUserId(user!.id);
  const page = await signInAgain(await send());
  assert.equal((await world.setUp(page)).kit.codes.length, 10);
});

testForms("an own page of the set-up isn't told of codes that were not shown", async () => {
  const world = openFactors({ pages: { secondFactorSetup: "/setup" } });
  await world.register();
  const shown = `${SETUP}?callbackUrl=/private&done=recovery-codes-shown`;
  const { headers } = await world.browser.fetch(shown, { redirect: "manual" });
  const { pathname, searchParams } = new URL(headers.get("location")!, APP);
  assert.deepEqual([pathname, searchParams.get("done")], ["/setup", null]);
});
