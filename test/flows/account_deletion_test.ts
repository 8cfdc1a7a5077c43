/**
 * `AccountDeletion()`: a user asks for the deletion of their account, keeps it, or has it deleted when the grace period is over.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { chosen } from "../_short.ts";
import { ADA, GRACE, openDeletion } from "./_account_deletion.ts";
import { REFUSED, STORES } from "./_account_page.ts";
import { openDatabase, sessionCookie } from "./_database.ts";
import { send } from "./_send.ts";
import { APP, openPlain } from "./_world.ts";

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [how, adapter] of Object.entries(STORES)) {
    test(`A user deletes their account, keeps it, and deletes it for good, ${how}, ${strategy}`, async () => {
      const world = await openDeletion({ adapter: await adapter(), session: { strategy } });
      const { browser, mails, platform, db, id } = world;
      const other = await world.elsewhere();
      const page = await browser.open(`${APP}/auth/account/data`);
      assert.match(page.text, /Delete account Deletes your app\.test account.*14 days to change your mind/);

      const asked = await world.request();
      assert.match(asked.text, /will be deleted.* Your app\.test account will be deleted on \w+ \d+, \d{4}/);
      for (const visitor of [browser, other]) assert.equal(await world.sessionIn(visitor), null);
      assert.equal(sessionCookie(browser), undefined);
      const { purpose, identifier, url } = mails.at(-1)!;
      assert.deepEqual([purpose, identifier], ["deletionRequested", ADA]);

      // Only keeping it works: a sign-in leads to the same page, and writes nothing.
      const before = JSON.stringify(await db.users());
      const held = await world.enter(other);
      assert.match(held.text, /Your account will be deleted/);
      assert.equal(await world.sessionIn(other), null);
      assert.equal(JSON.stringify(await db.users()), before);
      assert.deepEqual(await world.staff.run(), { deleted: 0, failed: 0 });

      // The link of the email needs no sign-in: whoever asked may have removed the ways.
      const kept = await (await world.visitor().open(url)).submit("/auth/account-deletion");
      assert.match(kept.text, /You kept your account Nothing was deleted\. Sign in to continue\./);
      assert.equal(mails.at(-1)!.purpose, "deletionUndone");
      assert.equal((await world.enter()).url, `${APP}/home`);
      assert.match(
        (await browser.open(url)).text,
        /You kept your account/,
        "the link says what has become of it",
      );

      await world.request();
      platform.tick(GRACE + 1);
      assert.deepEqual(await world.staff.run(), { deleted: 1, failed: 0 });
      assert.deepEqual(world.erased, [id]);
      assert.equal(await db.adapter.getUser(id), null);
      assert.deepEqual(await db.accounts(), []);
      assert.equal(await world.row(), null);
      const last = mails.at(-1)!;
      assert.deepEqual([last.purpose, last.identifier, last.url], ["accountDeleted", ADA, APP]);
      assert.deepEqual(await world.staff.run(), { deleted: 0, failed: 0 });
      await world.enter();
      const [user] = await db.users();
      assert.notEqual(user!.id, id, "a sign-in makes a new account");
    });
  }
}

test("The account is deleted only with the address that stands there, by a fresh session (AD-01)", async () => {
  const world = await openDeletion();
  for (const confirm of ["", "ada", "bob@example.com"]) {
    assert.deepEqual(await world.change({ action: "delete-account", confirm }), REFUSED("NotConfirmed"));
  }
  assert.equal(await world.row(), null);
  const { text } = await world.browser.open(`${APP}/auth/account?error=NotConfirmed`);
  assert.match(text, /Nothing was deleted: you typed something else\. Type it exactly as it's shown\./);
  world.platform.tick(2 * 3600);
  const stale = await send(world.browser, "account", { action: "delete-account", confirm: ADA });
  assert.match(stale.headers.get("location")!, /\/auth\/signin\?.*error=SessionNotFresh/);
  assert.equal(await world.row(), null);
  // After the proof the form is shown, and says what it does.
  const proven = await world.browser.open(stale.headers.get("location")!);
  world.idp.login({ sub: "ada", name: "Ada Lovelace", email: ADA });
  const form = await proven.submit("/auth/signin/idp");
  assert.match(form.text, /Delete account/);
  await form.submit("/auth/account");
  assert.notEqual(await world.row(), null);
  assert.equal(await world.sessionIn(world.browser), null);
});

test("A user without an address types their name, and one without both confirms with the button", async () => {
  for (const [name, confirm] of [["Ada Lovelace", " Ada Lovelace "], [null, ""]] as const) {
    const world = await openDeletion();
    await world.db.adapter.updateUser({ id: world.id, email: null, emailVerified: null, name });
    if (name) {
      assert.deepEqual(
        await world.change({ action: "delete-account", confirm: ADA }),
        REFUSED("NotConfirmed"),
      );
    }
    assert.equal((await world.change({ action: "delete-account", confirm })).path, "/auth/account-deletion");
  }
});

test("When the grace period is over, the account counts as deleted, whether or not a job has run (AD-02)", async () => {
  let isBroken = true;
  const world = await openDeletion({
    deletion: {
      erase() {
        if (isBroken) throw new Error("the application's database is away");
      },
    },
  });
  const page = await world.request();
  world.platform.tick(GRACE + 1);
  assert.match((await world.browser.open(page.url)).url, /\/auth\/signin$/, "its token is too old");
  // Also while it can't be deleted.
  assert.match((await world.enter()).text, /Your account was deleted/);
  assert.equal(await world.session(), null);
  assert.match(world.log(), /Cannot delete user "[^"]+": `erase` of `AccountDeletion` failed/);
  assert.equal(world.mails.at(-1)!.purpose, "deletionRequested", "it isn't told before it is done");
  // Another process may be at it for a quarter of an hour.
  isBroken = false;
  assert.deepEqual(await world.staff.run(), { deleted: 0, failed: 0 });
  world.platform.tick(901);
  assert.match((await world.enter()).text, /Your account was deleted/);
  assert.equal(await world.db.adapter.getUser(world.id), null, "the sign-in has deleted it");
  assert.equal(world.mails.at(-1)!.purpose, "accountDeleted");
  assert.equal((await world.enter()).url, `${APP}/home`);
});

test("The link of an earlier deletion, of another user, or one that was changed keeps no account (AD-03)", async () => {
  const world = await openDeletion();
  await world.request();
  const first = new URL(world.mails.at(-1)!.url).searchParams.get("token")!;
  await send(world.browser, "account-deletion", { token: first });
  assert.equal((await world.row())!.dueAt, null);
  world.platform.tick(60);
  await world.enter();
  await world.request();
  const { dueAt } = (await world.row())!;
  assert.notEqual(dueAt, null);
  const wrong = [first, "", "x", `${first.slice(0, -4)}AAAA`];
  for (const token of wrong) {
    const { headers } = await send(world.browser, "account-deletion", { token });
    assert.match(headers.get("location")!, /\/auth\/(signin$|account-deletion\?token=)/);
    const shown = await world.browser.open(`${APP}/auth/account-deletion?${new URLSearchParams({ token })}`);
    assert.equal(new URL(shown.url).pathname, "/auth/signin");
  }
  assert.deepEqual((await world.row())!.dueAt, dueAt);
  // A form of another site changes nothing.
  const token = new URL(world.mails.at(-1)!.url).searchParams.get("token")!;
  await world.browser.fetch(`${APP}/auth/account-deletion`, {
    method: "POST",
    body: new URLSearchParams({ token }),
  });
  assert.deepEqual((await world.row())!.dueAt, dueAt);
});

test("The people who run the application ask for a deletion, and keep an account, in place of its user", async () => {
  const world = await openDeletion();
  const { staff, mails, platform, id } = world;
  const dueAt = await staff.request(id);
  assert.equal(dueAt!.getTime(), Math.ceil(platform.now() / 1000 + GRACE) * 1000);
  assert.equal(await world.session(), null);
  assert.equal(mails.at(-1)!.purpose, "deletionRequested");
  platform.tick(3600);
  assert.deepEqual(await staff.request(id), dueAt, "a second time changes nothing");
  assert.deepEqual([await staff.cancel(id), await staff.cancel(id)], [true, false]);
  assert.deepEqual([await staff.request("nobody"), await staff.cancel("nobody")], [null, false]);
  assert.equal((await world.enter()).url, `${APP}/home`);
});

test("The text to type is that of the stored user, whatever the session says, and each request has its email", async () => {
  const callbacks = {
    session: ({ session }: { session: { user: { id: string } } }) => ({ user: { id: session.user.id } }),
  };
  const world = await openDeletion({ callbacks, deletion: { gracePeriod: 90 } });
  const { text } = await world.browser.open(`${APP}/auth/account/data`);
  assert.match(text, /1 minute.*Type ada@example\.com to confirm/);
  for (let count = 0; count < 5; count++) {
    const page = await world.request();
    assert.equal(world.mails.at(-1)!.purpose, "deletionRequested");
    await page.submit("/auth/account-deletion");
    await world.enter();
  }
  assert.deepEqual(await world.change({ action: "delete-account", confirm: ADA }), REFUSED("RateLimited"));
  assert.equal((await world.row())!.dueAt, null);
});

test("A run ends where the adapter returns the same page again", async () => {
  const world = await openDeletion();
  const kept = { version: 1, requestedAt: new Date(0), dueAt: null, leaseUntil: null, language: null };
  const page = Array.from({ length: 100 }, (_, i) => ({ userId: `${i}`, ...kept }));
  let lists = 0;
  world.db.adapter.rows.list = () => Promise.resolve((lists++ < 9 ? page : []) as never);
  assert.deepEqual(await world.staff.run(), { deleted: 0, failed: 0 });
  assert.equal(lists, 2);
});

test("Without a grace period, the account is deleted at once", async () => {
  const world = await openDeletion({ deletion: { gracePeriod: 0 } });
  // Within a second: what is due is stored without its milliseconds.
  world.platform.tick(0.4);
  const { text } = await world.browser.open(`${APP}/auth/account/data`);
  assert.match(text, /with everything in it, right away\..*can't be undone/);
  assert.match((await world.request()).text, /Your account was deleted/);
  assert.equal(await world.db.adapter.getUser(world.id), null);
  assert.deepEqual(world.mails.map(({ purpose }) => purpose).slice(-1), ["accountDeleted"]);
});

test("A page of the application's own says what becomes of the account, and keeps it", async () => {
  const world = await openDeletion({ pages: { accountDeletion: "/leaving" } });
  const { params } = await world.change({ action: "delete-account", confirm: ADA });
  const mailed = await world.browser.fetch(world.mails.at(-1)!.url, { redirect: "manual" });
  assert.match(mailed.headers.get("location")!, /\/leaving\?token=.*&state=pending&dueAt=/);
  const { headers } = await world.browser.fetch(
    `${APP}/auth/account-deletion?${new URLSearchParams(params)}`,
    { redirect: "manual" },
  );
  const { pathname, searchParams } = new URL(headers.get("location")!);
  assert.equal(pathname, "/leaving");
  assert.equal(searchParams.get("state"), "pending");
  assert.equal(searchParams.get("dueAt"), (await world.row())!.dueAt!.toISOString());
  const kept = await send(world.browser, "account-deletion", { token: searchParams.get("token")! });
  const after = await world.browser.fetch(kept.headers.get("location")!, { redirect: "manual" });
  assert.equal(new URL(after.headers.get("location")!).searchParams.get("state"), "kept");
});

test("The emails are in the language of the user, also the last one, which a job sends", async () => {
  const world = await openDeletion();
  await send(world.browser, "account?ui_locales=de", { action: "delete-account", confirm: ADA });
  assert.equal(world.mails.at(-1)!.locale.messages.subject, "Ihr Konto bei {app} wird gelöscht");
  assert.match(world.mails.at(-1)!.locale.messages.intro!, /wird am \d+\. \p{L}+ \d{4} gelöscht/u);
  world.platform.tick(GRACE + 1);
  await world.staff.run();
  assert.equal(world.mails.at(-1)!.locale.messages.subject, "Ihr Konto bei {app} wurde gelöscht");
});

test("Options that can't work, and a database that can't remove a user, are errors that say what to write", async () => {
  const wrong = [
    [
      { gracePeriod: -1 },
      /AccountDeletion\(\{ gracePeriod \}\).*write seconds, from 0 to 2592000 \(30 days\)/,
    ],
    [{ gracePeriod: 31 * 86_400 }, /gracePeriod/],
    [{ erase: "all" }, /AccountDeletion\(\{ erase \}\).*write a function of the user/],
  ] as const;
  for (const [options, message] of wrong) {
    const world = openDatabase({ features: [AccountDeletion(options as never)] });
    await world.signIn();
    assert.equal(await world.session(), null, "nobody gets in past a deletion that can't be asked for");
    assert.match(world.log(), message);
  }
  const without = openPlain({ features: [AccountDeletion()] });
  await without.browser.open(`${APP}/auth/signin`);
  assert.match(without.log(), /Cannot use `AccountDeletion`/);
});
