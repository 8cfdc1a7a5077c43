/**
 * A user whom the application has removed, and whose session in a token is still there: it changes nothing, and becomes no stronger.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser } from "../../src/testing/mod.ts";
import { isRead } from "./_is_read.ts";
import { sessionCookie } from "./_database.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, openSetup, submitApp } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

/** A stored session goes with its user. */
const TOKENS = { session: { strategy: "jwt" } } as const;

/** Opens a world in which the user of a session is removed. @param isOn Whether their second factor is on. */
async function openRemoved({ isOn = false } = {}): Promise<FactorWorld & { readonly userId: string }> {
  const world = openFactors(TOKENS);
  if (isOn) {
    const kit = await world.registerWithFactor();
    await world.answer(await world.enter(), { code: world.nextCode(kit), remember: "true" });
    await world.signOut();
    await world.enter();
  } else {
    await world.register();
  }
  const [user] = await world.db.users();
  await world.db.adapter.deleteUser(user!.id);
  world.mails.length = 0;
  return { ...world, userId: user!.id };
}

/** Where a form of the library leads. */
async function placeAfter(browser: Browser, path: string, fields: Record<string, string>): Promise<string> {
  const response = await send(browser, path, { callbackUrl: "/home", ...fields });
  await response.body?.cancel();
  return response.headers.get("location") ?? String(response.status);
}

const FORMS: readonly (readonly [path: string, fields: Record<string, string>])[] = [
  ["second-factor-setup", { action: "mail" }],
  ["second-factor-setup", { mailCode: "00000000" }],
  ["second-factor-setup", { action: "passkeys" }],
  ["second-factor-setup", { action: "codes" }],
  ["second-factor-setup", { action: "off" }],
  ["second-factor-setup", { action: "forget", id: "x" }],
  ["second-factor", { code: "000000" }],
  ["password", { current: GOOD, password: BETTER }],
  ["account", { action: "remove", id: "x" }],
  ["account", { action: "rename", id: "x", name: "x" }],
  ["account", { action: "sign-out", id: "x" }],
  ["account", { action: "sign-out-others" }],
];

for (const isOn of [false, true]) {
  for (const [path, fields] of FORMS) {
    const what = `${path} ${JSON.stringify(fields)}`;
    testForms(`POST ${what} of a removed user ends the session (SF-21, factor on: ${isOn})`, async () => {
      const world = await openRemoved({ isOn });
      const { browser, db, userId } = world;
      db.calls.length = 0;
      assert.match(await placeAfter(browser, path, fields), /\/auth\/signin\?.*error=SessionRequired/);
      assert.equal(sessionCookie(browser), undefined);
      const counted = ["count attempts", "remove attempts", "takeBack attempts"];
      const writes = db.calls.filter((call) => !isRead(call) && !counted.includes(call));
      assert.deepEqual([writes, world.mails], [[], []]);
      assert.equal(await db.adapter.rows.find("secondFactors", { userId }), null);
    });
  }
}

testForms(
  "a removed user sets no second factor up, also with a page that was shown before (SF-21)",
  async () => {
    const world = openFactors(TOKENS);
    await world.register();
    const { db } = world;
    const [user] = await db.users();
    const page = await openSetup(world);
    await db.adapter.deleteUser(user!.id);
    world.mails.length = 0;
    const late = await submitApp(world, page);
    assert.match(late.url, /\/auth\/signin\?.*error=SessionRequired/);
    assert.equal(await db.adapter.rows.find("secondFactors", { userId: user!.id }), null);
    assert.deepEqual(world.mails, []);
  },
);

for (const path of ["second-factor-setup", "second-factor", "account", "password"]) {
  testForms(
    `GET ${path} of a removed user leads to the sign-in page, and mails nothing (SF-21)`,
    async () => {
      const world = await openRemoved();
      world.platform.tick(3600);
      const page = await world.browser.open(`${APP}/auth/${path}`);
      assert.match(page.url, /\/auth\/signin/);
      assert.equal(sessionCookie(world.browser), undefined);
      assert.deepEqual(world.mails, []);
    },
  );
}

testForms("a user who is removed between two steps gets no mail, and is not signed in (SF-21)", async () => {
  let isDemanded = false;
  const world = openFactors({ ...TOKENS, secondFactor: { required: () => isDemanded } });
  const { db } = world;
  await world.register();
  await world.signOut();
  isDemanded = true;
  const browser = world.visitor();
  const page = await world.enter(GOOD, browser);
  assert.match(page.url, /second-factor-setup\?.*question=/);
  world.platform.tick(60);
  const [user] = await db.users();
  await db.adapter.deleteUser(user!.id);
  world.mails.length = 0;
  const question = questionOf(page);
  const place = await placeAfter(browser, "second-factor-setup", { question, action: "mail" });
  assert.match(place, /\/auth\/signin\?.*error=UserChanged/);
  await browser.open(page.url);
  assert.deepEqual(world.mails, []);
  assert.equal(sessionCookie(browser), undefined);
});
