/**
 * `ActivityLog()`: what a user has done, and what others have tried, on the account page and for the application.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ActivityLog, type ActivityLogFeature } from "../../src/entries/activity_log.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { outside } from "../../src/core/outside.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { allEnded } from "../../src/platform/going_on.ts";
import type { Activity, ActivityPage } from "../../src/shapes/activity_log.ts";
import { chosen } from "../_short.ts";
import { type AccountWorld, AGENTS, DONE, openAccount, STORES } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { openFactors } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { APP, oauth2 } from "./_world.ts";

type Config = AuthConfig & { readonly features: readonly [ActivityLogFeature] };

/** The names of places by the test: that of the request is a header of it. */
const location = (request: Request) => request.headers.get("x-city");

/** Lists the activities of a user, as the support does. */
async function listed(config: AuthConfig, id: string, page?: ActivityPage): Promise<readonly Activity[]> {
  return await outside(config as Config).activityLog.list(id, page);
}

/** Lists the failures about a user, once the answers are gone. */
async function failures({ platform, config }: Pick<AccountWorld, "platform" | "config">, id: string) {
  platform.tick(1);
  await allEnded();
  return await listed(config as AuthConfig, id, { failed: true, limit: 100 });
}

/** What a test compares of an activity. */
const brief = ({ type, way, reason, count }: Activity) =>
  [type, way, reason, count === 1 ? null : count].filter((each) => each !== null).join(" ");

/** Opens a world in which Ada has signed in, and the place of requests is Berlin. */
async function openLog(options: DatabaseOptions = {}): Promise<AccountWorld & { readonly id: string }> {
  const world = await openAccount({
    url: APP,
    location: () => "Berlin, Germany",
    ...options,
    features: [ActivityLog(), DataExport(), ...options.features ?? []],
  });
  const [{ id } = { id: "" }] = await world.db.users();
  return Object.assign(world, { id: String(id) });
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [how, adapter] of Object.entries(STORES)) {
    test(`A user sees what they have done, the newest first, ${how}, ${strategy}`, async () => {
      const world = await openLog({ adapter: await adapter(), session: { strategy } });
      const { platform, config, id, browser } = world;
      world.agent = AGENTS.safari;
      platform.tick(60);
      await world.elsewhere();
      platform.tick(60);
      world.agent = AGENTS.firefox;
      await world.addOther();
      platform.tick(60);
      assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
      platform.tick(60);
      await (await browser.open(`${APP}/auth/account`)).submit("/auth/account", { action: "download-data" });
      assert.deepEqual((await listed(config, id)).map(brief), [
        "download-data",
        "sign-out-others",
        "wayAdded other",
        "signIn idp",
        "signIn idp",
      ]);
      const { text } = await browser.open(`${APP}/auth/account/devices`);
      assert.match(
        text,
        /Recent activity Data downloaded Just now Firefox on Linux Berlin, Germany Signed out everywhere else 1 minute ago/,
      );
      assert.match(
        text,
        /New way to sign in to app\.test 2 minutes ago Firefox on Linux Berlin, Germany Other/,
      );
      assert.match(text, /Signed in 3 minutes ago Safari on iPhone Berlin, Germany Fake/);
      const { activities } = await world.data();
      assert.deepEqual(activities?.at(-2), {
        id: activities?.at(-2)?.id,
        type: "signIn",
        way: "idp",
        reason: null,
        device: { browser: "Safari", system: "iPhone" },
        location: "Berlin, Germany",
        count: 1,
        createdAt: new Date(platform.now() - 180_000).toISOString(),
      });
    });
  }
}

test("A device says with what and where it was signed in, also after a way was added in it", async () => {
  const world = await openLog({ adapter: Memory() });
  world.agent = AGENTS.safari;
  world.platform.tick(1);
  await world.elsewhere();
  world.agent = AGENTS.firefox;
  await world.addOther();
  const known = { provider: "idp", location: "Berlin, Germany" };
  const sessions = (await world.data()).sessions!;
  assert.deepEqual(sessions.map(({ provider, location }) => ({ provider, location })), [known, known]);
  const { text } = await world.browser.open(`${APP}/auth/account/devices`);
  assert.match(text, /Safari on iPhone Last used today Fake · Berlin, Germany Signed in/);
});

test("Without the log, nothing is known of the beginning of a session", async () => {
  const world = await openAccount({ url: APP, location: () => "Berlin" });
  const [session] = (await world.data()).sessions!;
  assert.deepEqual([session!.provider, session!.location], [null, null]);
  assert.equal((await world.data()).activities, undefined);
});

test("Who guesses is seen: wrong passwords and codes, those of an hour as one, and none of an unknown address (ACT-02)", async () => {
  const world = openFactors({ url: APP, adapter: Memory(), location, features: [ActivityLog()] });
  const { config, db, platform, visitor } = world;
  await world.registerWithFactor();
  const [{ id = "" } = {}] = await db.users();
  const before = await listed(config, String(id));
  // At the beginning of an hour.
  platform.tick(3600 - platform.now() / 1000 % 3600);
  const thief = visitor();
  await world.enter("quite another one", thief);
  await world.enter("and still another", thief);
  await world.enter("quite another one", thief, "nobody@example.com");
  await send(thief, "callback/password", { email: ADA, password: "" });
  const asked = await world.enter(GOOD, thief);
  await world.answer(asked, { code: "000000" }, thief);
  await world.ask(ADA, thief);
  await send(thief, "callback/email", { code: "00000000" });
  assert.deepEqual((await failures(world, String(id))).map(brief).toSorted(), [
    "signInFailure InvalidSecondFactor",
    "signInFailure email InvalidCode",
    "signInFailure password CredentialsSignin 2",
  ]);
  platform.tick(3600);
  await world.enter("quite another one", thief);
  assert.equal((await failures(world, String(id))).length, 4);
  assert.deepEqual(await listed(config, String(id)), before, "nothing is pushed off what Ada has done");
});

test("Nobody puts a failure into the log of someone else, by a field that a form does not have (ACT-05)", async () => {
  const world = openFactors({ url: APP, adapter: Memory(), features: [ActivityLog()] });
  await world.registerWithFactor();
  const [{ id = "" } = {}] = await world.db.users();
  const thief = world.visitor();
  const as = { email: ADA };
  await world.ask("eve@example.com", thief);
  await send(thief, "callback/email", { ...as, code: "00000000" });
  await send(thief, "second-factor", { ...as, code: "000000" });
  await send(thief, "callback/idp", { ...as, error: "access_denied" });
  await send(thief, "callback/nobody", as);
  await send(thief, "password", { ...as, current: "not this one", password: "seven purple teapots" });
  assert.deepEqual(await failures(world, String(id)), []);
});

test("Whoever has only claimed an address does not learn where its owner is (ACT-06)", async () => {
  const world = openFactors({
    url: APP,
    adapter: Memory(),
    location: () => "Berlin",
    features: [ActivityLog()],
  });
  const { id } = await world.db.adapter.createUser({ id: "7", email: ADA, emailVerified: null });
  await world.enter("the password of the owner", world.visitor());
  assert.deepEqual(await failures(world, String(id)), []);
});

test("Nothing is left of a user who was removed while their place was looked for", async () => {
  let found = (_place: string) => {};
  const looking = new Promise<string>((resolve) => found = resolve);
  const world = openFactors({
    url: APP,
    adapter: Memory(),
    features: [ActivityLog()],
    location: () => looking,
  });
  const { db } = world;
  const { id } = await db.adapter.createUser({ id: "7", email: ADA, emailVerified: new Date(0) });
  await world.enter("quite another one");
  world.platform.tick(1);
  await db.adapter.deleteUser(id);
  found("Berlin");
  await allEnded();
  assert.deepEqual(await db.adapter.rows.list("activities", { userId: id }), []);
});

test("A log that cannot be read does not take the account page away", async () => {
  const world = await openLog();
  const { list } = world.db.adapter.rows;
  world.db.adapter.rows.list = (kind, ...rest) => {
    if (kind === "activities") throw new Error("the table is gone");
    return list(kind, ...rest);
  };
  assert.match((await world.browser.open(`${APP}/auth/account/devices`)).text, /Where you're signed in/);
  assert.match(world.log(), /the table is gone/);
});

test("A sign-in does not wait for a log that never answers", async () => {
  const world = await openLog();
  const { count } = world.db.adapter.rows;
  const [asked, silent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  world.db.adapter.rows.count = async (kind, ...rest) => {
    if (kind === "activities") {
      asked.resolve();
      await silent.promise;
    }
    return await count(kind, ...rest);
  };
  const coming = world.elsewhere();
  // Before that, the time of the sign-in itself would run out on a computer that is busy.
  await asked.promise;
  const ticking = setInterval(() => world.platform.tick(1), 5);
  assert.ok(await world.sessionIn(await coming));
  clearInterval(ticking);
  silent.resolve();
});

test("The page says what was wrong, and how often; what an email tells stands there as its subject", async () => {
  const world = openFactors({ url: APP, adapter: Memory(), location, features: [ActivityLog()] });
  const { platform, browser } = world;
  const kit = await world.registerWithFactor();
  await world.enter("quite another one");
  await world.enter("and still another");
  platform.tick(90);
  const page = await world.enter();
  await world.answer(page, { code: "000000" });
  platform.tick(90);
  await allEnded();
  await world.answer(await browser.open(page.url), { code: world.code(kit) });
  const { text } = await browser.open(`${APP}/auth/account/devices`);
  assert.match(text, /Signed in Just now Password/);
  assert.match(text, /Failed sign-in Wrong code/);
  assert.match(text, /Failed sign-in Wrong password [^.]*Password 2 times/);
  assert.match(text, /Two-step verification at app\.test is on/);
});

test("The application reads a page of it, outside of requests", async () => {
  const world = await openLog();
  const { config, id, platform } = world;
  for (let i = 0; i < 4; i++) {
    platform.tick(1);
    await world.elsewhere();
  }
  const [first, second] = await listed(config, id, { limit: 2 });
  const rest = await listed(config, id, { after: second!.id });
  assert.deepEqual([first!.type, second!.type, rest.length], ["signIn", "signIn", 3]);
  assert.ok(rest[0]!.createdAt < second!.createdAt);
  assert.deepEqual(await listed(config, "nobody"), []);
});

test("Nobody else's activities are in the list, and no session can be told from them (ACT-03)", async () => {
  const world = await openLog();
  const { config, id, db, idp, visitor } = world;
  const [{ sessionToken } = { sessionToken: "" }] = await db.sessions();
  idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  const bob = visitor();
  await (await bob.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const { activities } = await world.data(bob);
  assert.deepEqual(activities?.map(brief), ["signIn idp"]);
  const [own] = await listed(config, id);
  assert.notEqual(activities![0]!.id, own!.id);
  const rows = await db.adapter.rows.list("activities", { userId: id });
  assert.equal(JSON.stringify(rows).includes(sessionToken.slice(-20)), false);
  assert.equal((await visitor().fetch(`${APP}/auth/account-data`)).status, 401);
});

test("Nobody learns from the time of a failure whether there is such a user: it waits for no write (ACT-01)", async () => {
  const world = openFactors({ url: APP, adapter: Memory(), features: [ActivityLog()] });
  await world.register();
  const { count } = world.db.adapter.rows;
  let end = () => {};
  const slow = new Promise<void>((resolve) => end = resolve);
  world.db.adapter.rows.count = async (kind, ...rest) => {
    if (kind === "activities") await slow;
    return await count(kind, ...rest);
  };
  const page = await world.enter("quite another one", world.visitor());
  assert.match(page.url, /error=CredentialsSignin/);
  world.platform.tick(1);
  const [{ id = "" } = {}] = await world.db.users();
  const kept = async () =>
    (await world.db.adapter.rows.list("activities", { userId: String(id) })).map(({ type }) => type);
  assert.equal((await kept()).includes("signInFailure"), false);
  end();
  await allEnded();
  assert.equal((await kept()).includes("signInFailure"), true);
});

test("The name of a place stands on the page as text (ACT-04)", async () => {
  const world = await openLog({
    location: () => "<b>St.Gal\u202elen</b>\n{app} evil.example/login\n" + "x".repeat(500),
  });
  const { html } = await world.browser.open(`${APP}/auth/account/devices`);
  const [, place] = html.match(/<span>(bSt[^<]*)</) ?? [];
  assert.equal(place?.replace(/x+$/, "x"), "bSt. Gallenb app evil. examplelogin x");
  assert.equal(place?.length, 100);
});

test("An activity is over when its time is, and goes with the user", async () => {
  const world = await openLog({ features: [] });
  const { config, id, platform, db } = world;
  platform.tick(90 * 86_400 - 1);
  assert.equal((await listed(config, id)).length, 1);
  platform.tick(1);
  assert.deepEqual(await listed(config, id), []);
  await db.adapter.deleteUser(id);
  assert.deepEqual(await db.adapter.rows.list("activities", { userId: id }), []);
});

test("A log that cannot be written stops nobody, and the application hears of it", async () => {
  const world = await openLog();
  const count = world.db.adapter.rows.count;
  world.db.adapter.rows.count = (kind, ...rest) => {
    if (kind === "activities") throw new Error("the table is gone");
    return count(kind, ...rest);
  };
  const other = await world.elsewhere();
  assert.ok(await world.sessionIn(other));
  assert.match(world.log(), /Cannot ask the database: `rows\.count\("activities"\)` failed/);
});

for (
  const [what, found, text] of [
    ["fails", () => Promise.reject(new Error("no service")), /Cannot ask `location`: it failed/],
    ["returns no text", () => 52 as unknown as string, null],
    ["returns what cannot be seen", () => "\u202e \u2800", null],
  ] as const
) {
  test(`A place is left out if the function of the application ${what}`, async () => {
    const world = await openLog({ location: found });
    const [activity] = await listed(world.config, world.id);
    assert.equal(activity!.location, null);
    if (text) assert.match(world.log(), text);
  });
}

test("An email about the account names the place, too", async () => {
  const world = await openLog({
    email: { notices: true },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
  });
  await world.db.adapter.updateUser({ id: world.id, emailVerified: new Date(world.platform.now()) });
  world.agent = AGENTS.safari;
  await world.elsewhere();
  const { purpose, locale } = world.mails.at(-1)!;
  assert.equal(purpose, "newDevice");
  assert.match(locale.messages.intro ?? "", /Safari on iPhone, Berlin, Germany, /);
});

test("A time that is too short is a mistake of the config, which the log names", async () => {
  const world = await openAccount({ url: APP, features: [ActivityLog({ keptFor: 60 })] });
  await world.browser.open(`${APP}/auth/account`);
  assert.match(world.log(), /ActivityLog\(\{ keptFor \}\).*write seconds, at least 86400 \(one day\)/);
});
