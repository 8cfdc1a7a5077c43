/**
 * `EmailChange()`: a user proves another address, and the owner of the former one can undo it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EmailChange } from "../../src/entries/email_change.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { chosen } from "../_short.ts";
import { DONE, openAccount, REFUSED, STORES } from "./_account_page.ts";
import { besideInt } from "./_beside.ts";
import { NEW, OLD, openChange } from "./_email_change.ts";
import { openFactors } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { APP, openPlain } from "./_world.ts";

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [how, adapter] of Object.entries(STORES)) {
    test(`A user proves a new address, which is theirs from then on, ${how}, ${strategy}`, async () => {
      const session = { strategy, revocationDelay: "always" } as const;
      const world = await openChange({ adapter: await adapter(), session });
      const { browser, db, id, mails } = world;
      assert.match(
        (await browser.open(`${APP}/auth/account/security`)).text,
        /Email address ada@example\.com Change/,
      );
      const other = await world.elsewhere();
      const link = await world.ask();
      assert.equal(await world.address(), OLD, "nothing changes before the proof");
      const page = await browser.open(link);
      assert.match(
        page.text,
        /Use this address\? ada@new\.example will be the address of your app\.test account/,
      );
      const done = await page.submit("/auth/account");
      assert.match(done.text, /Your email address was changed\./);
      const user = (await db.adapter.getUser(id))!;
      assert.deepEqual([user.email, Number(user.emailVerified)], [NEW, world.platform.now()]);
      assert.equal((await world.session())?.user.email, NEW, "this session goes on, with the new address");
      assert.equal(await world.sessionIn(other), null, "the others have ended");
      assert.deepEqual(mails.slice(-2).map(({ purpose, identifier }) => [purpose, identifier]), [
        ["emailChanged", OLD],
        ["emailAdopted", NEW],
      ]);
      // The link counts once, and the page of it says so.
      assert.match((await browser.open(link)).text, /This link no longer works/);
    });

    test(`The owner of the former mailbox undoes the change, and what was added since, ${how}, ${strategy}`, async () => {
      const session = { strategy, revocationDelay: "always" } as const;
      const world = await openChange({ adapter: await adapter(), session });
      const { browser, db, id, mails, platform } = world;
      const undo = await world.move();
      await world.addOther();
      await world.addPasskey();
      platform.tick(6 * 86_400);
      const visitor = world.visitor();
      const page = await visitor.open(undo);
      assert.match(page.text, /Get your old address back\? ada@example\.com will be/);
      assert.equal(await world.address(), NEW, "a program that opens links changes nothing");
      const done = await page.submit("/auth/account");
      assert.match(done.text, /Your old address is back/);
      const user = (await db.adapter.getUser(id))!;
      assert.deepEqual([user.email, Number(user.emailVerified)], [OLD, platform.now()]);
      assert.equal(await world.sessionIn(browser), null);
      assert.deepEqual(await db.accounts(), [`idp/ada: ${id}`], "the way from before stays");
      assert.deepEqual(await db.adapter.listAuthenticatorsByUserId(id), []);
      assert.deepEqual(mails.slice(-2).map(({ purpose, identifier }) => [purpose, identifier]), [
        ["emailRestored", OLD],
        ["emailRestored", NEW],
      ]);
      // A second press does nothing: what Ada adds from now on is hers.
      await world.elsewhere();
      platform.tick(10);
      await send(visitor, "account", {
        action: "restore-email",
        token: new URL(undo).searchParams.get("token")!,
      });
      assert.equal(mails.filter(({ purpose }) => purpose === "emailRestored").length, 2);
    });
  }
}

test("The page names the address that a link was sent to, and shows a mistake in the form (EC-09)", async () => {
  const world = await openChange({ features: [UserProfile()] });
  const { browser } = world;
  const form = await browser.open(`${APP}/auth/account/profile`);
  assert.match(form.text, /Email address ada@example\.com Change/, "it stands where the user is described");
  assert.doesNotMatch((await browser.open(`${APP}/auth/account/security`)).text, /Email address/);
  const wrong = await form.submit("Send the link", { email: OLD });
  assert.match(wrong.html, /<input id="new-email"[^>]* value="ada@example\.com" aria-invalid="true"/);
  assert.match(wrong.html, /id="new-email-error">That isn&#39;t a new email address\./);
  const sent = await form.submit("Send the link", { email: NEW });
  assert.match(sent.html, /role="status"[^>]*>.*<b>ada@new\.example<\/b> We sent a link to the new address/s);
  // It is hers only: the next user of the browser doesn't read it, and a later visit has no message.
  assert.doesNotMatch((await browser.open(form.url)).html, /ada@new\.example/);
  await world.post("signout");
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  await world.signIn();
  assert.doesNotMatch((await browser.open(sent.url)).html, /ada@new\.example/);
});

test("A link proves the mailbox, and its page asks for the session that has asked: a mistyped address gives nobody the account (EC-01)", async () => {
  const world = await openChange();
  const link = await world.ask();
  const token = new URL(link).searchParams.get("token")!;
  const stranger = world.visitor();
  assert.match((await stranger.open(link)).url, /\/auth\/signin\?.*error=SessionRequired/);
  const { headers } = await send(stranger, "account", { action: "confirm-email", token });
  assert.match(headers.get("location")!, /\/auth\/signin\?/);
  world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
  await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  await send(stranger, "account", { action: "confirm-email", token });
  assert.equal(await world.address(), OLD);
  // Not by a token for something else, nor by a session that isn't fresh any more.
  await send(world.browser, "account", { action: "restore-email", token });
  await send(world.browser, "account", { action: "confirm-email", token: `${token.slice(0, -4)}AAAA` });
  world.platform.tick(3500);
  await send(world.browser, "account", { action: "confirm-email", token });
  assert.equal(await world.address(), NEW, "a session is fresh for an hour");
});

test("What ends all sessions ends the link of a thief, and a link counts once (EC-02)", async () => {
  const world = await openChange();
  const link = await world.ask();
  const second = await world.ask("second@new.example");
  await world.change({ action: "sign-out-others" });
  for (const each of [link, second]) assert.match((await world.browser.open(each)).text, /no longer works/);
  const [one, two] = [await world.ask(), await world.ask("second@new.example")];
  const confirm = (url: string) =>
    send(world.browser, "account", {
      action: "confirm-email",
      token: new URL(url).searchParams.get("token")!,
    });
  await Promise.all([confirm(one), confirm(two)]);
  assert.equal(world.mails.filter(({ purpose }) => purpose === "emailAdopted").length, 1, world.log());
});

test("An address of another account is refused only where its mailbox is proven, and by then taken (EC-03)", async () => {
  const world = await openChange();
  const link = await world.ask();
  world.idp.login({ sub: "bob", name: "Bob", email: NEW });
  const bob = world.visitor();
  await (await bob.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const page = await (await world.browser.open(link)).submit("/auth/account");
  assert.match(page.text, /Another account has this address\./);
  assert.equal(await world.address(), OLD);
  assert.notEqual(await world.session(), null);
  // The one who asks learns nothing without the mailbox.
  assert.deepEqual(await world.change({ action: "change-email", email: NEW }), DONE("email-link-sent"));
});

test("What is no new address is refused, and so are many emails", async () => {
  const world = await openChange();
  for (const email of ["", "ada", OLD, "ADA@example.com", "a@b,c@d.example", "x".repeat(300)]) {
    assert.deepEqual(
      await world.change({ action: "change-email", email }),
      REFUSED("InvalidNewEmail"),
      email,
    );
  }
  for (let count = 0; count < 5; count++) await world.ask(`ada${count}@new.example`);
  assert.deepEqual(await world.change({ action: "change-email", email: NEW }), REFUSED("TooManyEmails"));
});

test("An undo is possible for seven days, whoever has the address by then (EC-04, EC-07)", async () => {
  const world = await openChange();
  const undo = await world.move();
  const third = await world.move("third@new.example");
  assert.notEqual(undo, third);
  const bob = world.visitor();
  world.idp.login({ sub: "bob", name: "Bob", email: OLD });
  await (await bob.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  assert.match(
    (await world.visitor().open(undo)).text,
    /Get your old address back/,
    "Bob only says that it's his",
  );
  await world.db.adapter.deleteUser((await world.db.users()).find(({ email }) => email === OLD)!.id);
  // The owner signs in by email, as ever, and gets another account.
  const owner = world.visitor();
  await (await owner.open(`${APP}/auth/signin`)).submit("/auth/signin/email", { email: OLD });
  await owner.open(world.mails.at(-1)!.url);
  const other = (await world.sessionIn(owner))!.user;
  assert.deepEqual([other.email, other.id === world.id], [OLD, false]);
  world.platform.tick(6 * 86_400);
  const page = await owner.open(undo);
  assert.match(
    (await page.submit("/auth/account")).text,
    /Your old address is back/,
    "the first mailbox gets it back",
  );
  assert.equal(await world.address(), OLD);
  assert.equal((await world.db.adapter.getUser(String(other.id)))?.email, null);
  await world.elsewhere();
  await world.signIn();
  const late = await world.move();
  world.platform.tick(8 * 86_400);
  assert.match((await world.visitor().open(late)).text, /no longer works/);
});

test("A thief with many changes leaves the owner's link in place, and can make none that has no undo (EC-04)", async () => {
  const world = await openChange({ limits: false });
  const undo = await world.move();
  const { rows } = world.db.adapter;
  const row = (await rows.find("emailChanges", { userId: world.id }))!;
  const times = Array.from({ length: 29 }, (_, n) => Number(row.times) + n + 1);
  await rows.store("emailChanges", {
    ...row,
    version: row.version + 1,
    times: `${row.times} ${times.join(" ")}`,
  }, row.version);
  assert.deepEqual(
    await world.change({ action: "change-email", email: "next@evil.example" }),
    REFUSED("TooManyEmails"),
  );
  await (await world.visitor().open(undo)).submit("/auth/account");
  assert.equal(await world.address(), OLD);
});

test("A thief who moves on to a third mailbox can't undo the undo (EC-07)", async () => {
  const world = await openChange();
  const owner = await world.move();
  const thief = await world.move("third@evil.example");
  const press = async (url: string) => {
    const page = await world.visitor().open(url);
    return /Get your old/.test(page.text) ? (await page.submit("/auth/account")).text : page.text;
  };
  world.idp.login({ sub: "bob", name: "Bob", email: OLD });
  await (await world.visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  assert.match(await press(owner), /Your old address is back/, "nobody holds it who hasn't proven it");
  assert.equal(await world.address(), OLD);
  assert.match(await press(thief), /no longer works/);
  await world.elsewhere();
  assert.equal(await world.address(), OLD);
  assert.match(await press(owner), /Your old address is back/, "nothing is left to undo");
  // Of two undos at the same time, the thief's may write last: the owner's link is good again.
  await world.signIn();
  const next = await world.move();
  assert.match(await press(owner), /Your old address is back/);
  assert.equal(await world.address(), OLD);
  // It is over with the user.
  await world.db.adapter.deleteUser(world.id);
  assert.match(await press(next), /no longer works/);
});

test("An application that leads new addresses elsewhere gets none (EC-08)", async () => {
  let isInvited = true;
  const world = await openChange({ callbacks: { signIn: () => isInvited || "/not-invited" } });
  isInvited = false;
  await world.change({ action: "change-email", email: NEW });
  assert.equal(world.mails.filter(({ purpose }) => purpose === "emailChange").length, 0);
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A user whose id is a number, and never text, changes the address, and undoes it (${strategy})`, async () => {
    const world = await openChange({ adapter: besideInt(), session: { strategy } });
    const undo = await world.move();
    assert.equal(await world.address(), NEW, world.log());
    const done = await (await world.visitor().open(undo)).submit("/auth/account");
    assert.match(done.text, /Your old address is back/, world.log());
    assert.equal(await world.address(), OLD);
  });
}

test("A password and a second factor that a thief has set up go with the undo, and those from before stay (EC-05)", async () => {
  const world = openFactors({ url: APP, features: [EmailChange()] });
  await world.register();
  const [{ id } = { id: "" }] = await world.db.users();
  const before = await world.db.adapter.rows.find("security", { userId: id });
  world.platform.tick(60);
  await send(world.browser, "account", { action: "change-email", email: NEW });
  await (await world.browser.open(world.mails.at(-1)!.url)).submit("/auth/account");
  const undo = world.mails.findLast(({ purpose }) => purpose === "emailChanged")!.url;
  world.platform.tick(60);
  await world.turnOn();
  await (await world.visitor().open(undo)).submit("/auth/account");
  const after = await world.db.adapter.rows.find("security", { userId: id });
  assert.equal(after!.passwordHash, before!.passwordHash, "it was set before");
  assert.equal((await world.db.adapter.rows.find("secondFactors", { userId: id }))!.enabledAt, null);
  assert.equal((await world.enter()).url, `${APP}/home`);
});

test("A database that fails amid the undo loses nothing, and the next press finishes it (EC-06)", async () => {
  let isOver = false;
  for (let call = 0; !isOver; call++) {
    const world = await openChange();
    const undo = await world.move();
    await world.addOther();
    const visitor = world.visitor();
    const page = await visitor.open(undo);
    world.db.calls.length = 0;
    world.db.fault = { call, moment: "after", lasting: true };
    await page.submit("/auth/account").catch(() => {});
    isOver = world.db.calls.length <= call;
    world.db.fault = null;
    const again = await visitor.open(undo);
    if (/Get your old/.test(again.text)) await again.submit("/auth/account");
    assert.equal(await world.address(), OLD);
    const stranger = await world.elsewhere();
    assert.notEqual(await world.sessionIn(stranger), null, "Ada is in again");
    assert.equal((await world.db.accounts()).includes(`other/ada-other: ${world.id}`), false, `call ${call}`);
  }
});

test("A database that fails amid the change changes nothing without the link that undoes it (EC-04, EC-06)", async () => {
  for (const moment of ["before", "after"] as const) {
    let isOver = false;
    for (let call = 0; !isOver; call++) {
      const world = await openChange();
      const page = await world.browser.open(await world.ask());
      world.db.calls.length = 0;
      world.db.fault = { call, moment, lasting: true };
      await page.submit("/auth/account").catch(() => {});
      isOver = world.db.calls.length <= call;
      world.db.fault = null;
      if (await world.address() === OLD) continue;
      const told = world.mails.find(({ purpose, identifier }) =>
        purpose === "emailChanged" && identifier === OLD
      );
      assert.ok(told, `${moment} call ${call}`);
      await (await world.visitor().open(told.url)).submit("/auth/account");
      assert.equal(await world.address(), OLD);
    }
  }
});

test("Options and configs that can't work say what to write", async () => {
  const wrong = await openAccount({ features: [EmailChange({ undoFor: -1 })] });
  await wrong.browser.open(`${APP}/auth/account`);
  assert.match(wrong.log(), /EmailChange\(\{ undoFor \}\).*write seconds, from 0 to 2592000 \(30 days\)/);
  const without = openPlain({ features: [EmailChange()] });
  await without.browser.open(`${APP}/auth/signin`);
  assert.match(without.log(), /Cannot use `EmailChange`: set `adapter`/);
});
