/**
 * Whatever changes how a user gets in asks a session of level 1 for the second factor, and does what was wanted afterwards.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DataExport } from "../../src/entries/data_export.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { codesIn, openFactors } from "./_second_factor.ts";
import { openWays, send, storedOf, type WaysWorld } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { chosen } from "../_short.ts";

/** How a session of level 1 of a user with a second factor comes to be. */
const SESSIONS: Readonly<Record<string, (world: WaysWorld) => Promise<Browser>>> = {
  "of a remembered device": async (world) => {
    const browser = world.visitor();
    const page = await world.enter(GOOD, browser);
    await world.answer(page, { code: world.nextCode(world.kit), remember: "true" }, browser);
    await world.signOut(browser);
    await world.enter(GOOD, browser);
    return browser;
  },
  // Also one from before the application had the option: neither has a level.
  "from before the second factor": async (world) => {
    const { adapter } = world.db;
    const factor = (await adapter.rows.find("secondFactors", { userId: world.userId }))!;
    await adapter.rows.store(
      "secondFactors",
      { ...factor, enabledAt: null, version: factor.version + 1 },
      factor.version,
    );
    const browser = world.visitor();
    await world.enter(GOOD, browser);
    await adapter.rows.store("secondFactors", { ...factor, version: factor.version + 2 }, factor.version + 1);
    return browser;
  },
};

/** What a user wants in such a session. */
interface Wish {
  /** Asks for it. Returns where that leads. */
  ask(world: WaysWorld, browser: Browser): Promise<Page>;
  /** Goes on, on the page after the second factor, and asserts that it is done. */
  goOn(page: Page, world: WaysWorld, browser: Browser): Promise<void>;
}

async function submit(browser: Browser, path: string, fields: Record<string, string>): Promise<Page> {
  const response = await send(browser, path, fields);
  const to = response.headers.get("location");
  assert.ok(to, `POST ${path}: ${response.status}`);
  return await browser.open(to);
}

async function wayId(browser: Browser, provider: string): Promise<string> {
  const data = await (await browser.fetch(`${APP}/auth/account-data`)).json();
  const ways = [...data.accounts, ...data.passkeys] as { id: string; provider: string }[];
  return ways.find((way) => way.provider === provider)!.id;
}

const ACCOUNT = { callbackUrl: "/auth/account" };

const WISHES: Readonly<Record<string, Wish>> = {
  "links an account": {
    async ask({ idp }, browser) {
      idp.login({ sub: "new", name: "Ada at work", email: "ada@work.example" });
      // The page of the library asks even before: see `Freshness.canBecomeFresh`.
      return await submit(browser, "signin/idp", { link: "true", callbackUrl: "/home" });
    },
    async goOn(page, { db, userId }) {
      assert.match(page.url, /\/auth\/link\?/);
      await page.submit("/auth/link", { choice: "link" });
      assert.ok((await db.accounts()).includes(`idp/new: ${userId}`));
    },
  },
  "adds a passkey": {
    async ask(_world, browser) {
      const path = `${APP}/auth/webauthn-options/webauthn?action=register`;
      const { options } = await (await browser.fetch(path)).json();
      const data = JSON.stringify(await createAuthenticator(APP).create(options));
      return await submit(browser, "callback/webauthn", { action: "register", data, link: "true" });
    },
    async goOn(page, { db, userId }) {
      assert.match(page.url, /\/auth\/link\?/);
      await page.submit("/auth/link", { choice: "link" });
      assert.equal((await db.adapter.listAuthenticatorsByUserId(userId)).length, 2);
    },
  },
  "removes a way to sign in": {
    ask: async (_world, browser) =>
      await submit(browser, "account", {
        action: "remove",
        id: await wayId(browser, "openid"),
        ...ACCOUNT,
      }),
    async goOn(page, { db }) {
      assert.match(page.url, /\/auth\/kept-form\?/);
      const done = await page.submit("/auth/account");
      assert.match(done.url, /done=removed/);
      assert.ok(!(await db.accounts()).join().includes("openid"));
    },
  },
  "downloads the data": {
    ask: async (_world, browser) => await submit(browser, "account", { action: "download-data", ...ACCOUNT }),
    async goOn(page) {
      assert.match(page.url, /\/auth\/kept-form\?/);
      assert.match((await page.submit("/auth/account")).text, /"exportedAt"/);
    },
  },
  "changes the password": {
    ask: async (_world, browser) =>
      await submit(browser, "password", { current: GOOD, password: BETTER, ...ACCOUNT }),
    async goOn(page) {
      assert.match(page.url, /\/auth\/password/);
      const done = await page.submit("/auth/password", { current: GOOD, password: GOOD });
      assert.match(done.url, /done=password-changed/);
    },
  },
  "opens the page of the password": {
    ask: async (_world, browser) => await browser.open(`${APP}/auth/password?callbackUrl=/home`),
    goOn: (page) => Promise.resolve(assert.equal(new URL(page.url).pathname, "/auth/password")),
  },
  "gets new codes": {
    ask: async (_world, browser) =>
      await submit(browser, "second-factor-setup", { action: "codes", ...ACCOUNT }),
    async goOn(page) {
      assert.match(page.url, /\/auth\/kept-form\?/);
      assert.equal(codesIn(await page.submit("/auth/second-factor-setup")).length, 10);
    },
  },
  "sets up another app": {
    ask: async (_world, browser) => await browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`),
    async goOn(page, world) {
      const { kit, page: done } = await world.setUp(page);
      assert.equal(done.url, `${APP}/home?done=new-authenticator`);
      Object.assign(world.kit, { secret: kit.secret });
    },
  },
  "turns it off": {
    ask: async (_world, browser) =>
      await submit(browser, "second-factor-setup", { action: "off", ...ACCOUNT }),
    async goOn(page) {
      assert.match(page.url, /\/auth\/kept-form\?/);
      const done = await page.submit("/auth/second-factor-setup");
      assert.match(done.url, /done=second-factor-off/);
    },
  },
};

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [kind, begin] of Object.entries(SESSIONS)) {
    testForms(
      `a session ${kind} proves the second factor before it changes anything (SF-12, DX-03, ${strategy})`,
      async () => {
        const features = [DataExport()];
        const world = await openWays({ session: { strategy }, secondFactor: true, features });
        for (const [name, { ask, goOn }] of Object.entries(WISHES)) {
          world.platform.tick(1200);
          const browser = await begin(world);
          const level = async () => (await world.sessionIn<{ aal: number }>(browser))?.aal;
          assert.equal(await level(), 1, name);
          const before = await storedOf(world);
          world.events.length = 0;
          const page = await ask(world, browser);
          assert.match(page.url, /\/auth\/second-factor\?/, `${name}: ${page.url}`);
          assert.deepEqual(await storedOf(world), before, name);
          assert.deepEqual(world.events.filter((event) => event !== "session"), [], name);
          const wrong = await page.submit("/auth/second-factor", { code: "000000" });
          assert.match(wrong.url, /error=InvalidSecondFactor/, name);
          assert.equal(await level(), 1, name);
          const code = world.nextCode(world.kit);
          await goOn(await wrong.submit("/auth/second-factor", { code }), world, browser);
          assert.equal(await level(), 2, name);
        }
      },
    );
  }
}

testForms("a session of level 1 proves the second factor before it adds a password (SF-12)", async () => {
  const world = openFactors();
  await world.ask();
  await world.follow();
  const kit = await world.turnOn();
  await world.signOut();
  world.platform.tick(30);
  await world.ask();
  await world.answer(await world.follow(), { code: world.code(kit), remember: "true" });
  await world.signOut();
  await world.ask();
  await world.follow();
  const refused = await world.post("password", { password: GOOD, callbackUrl: "/home" });
  assert.match(refused.headers.get("location")!, /\/auth\/second-factor\?/);
  const page = await world.browser.open(refused.headers.get("location")!);
  const form = await page.submit("/auth/second-factor", { code: world.nextCode(kit) });
  assert.match((await form.submit("/auth/password", { password: GOOD })).url, /done=password-changed/);
  await world.signOut();
  assert.equal((await world.session())?.user ?? null, null);
  assert.match((await world.enter(GOOD, world.visitor(), ADA)).url, /\/auth\/second-factor\?/);
});
