/**
 * What is noted about a mailbox: who is told of a takeover, and what else counts beside the mailbox.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Page } from "../../src/testing/mod.ts";
import { changeRows } from "./_database.ts";
import { ADA, GOOD, importUser } from "./_kept_passwords.ts";
import { toPerson } from "./_passkeys.ts";
import { testForms } from "./_password_forms.ts";
import {
  factorOf,
  type FactorWorld,
  isFactorOn,
  openFactors,
  openSetup,
  proveMailbox,
  submitApp,
} from "./_second_factor.ts";
import { APP, oauth2 } from "./_world.ts";
import { importSecondFactor } from "./_outside.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const CHANGED = "changed@example.com";
const KEEP = "/auth/keep-password";
const SETUP = "/auth/second-factor-setup";

/** Stores Ada with an account of `idp`, whose address was never verified, and signs in. */
async function enterByProvider(world: FactorWorld): Promise<Page> {
  await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
  const account = { userId: "1", type: "oauth", provider: "idp", providerAccountId: "ada" } as const;
  await world.db.adapter.linkAccount(account);
  world.idp.login({ sub: "ada", name: "Ada", email: ADA, email_verified: false });
  return await (await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
}

/** A world in which the application has changed the address of a user with a password, who is signed out. */
async function openChanged(strategy: typeof STRATEGIES[number]) {
  const world = openFactors({ session: { strategy } });
  await world.register();
  await world.signOut();
  const [user] = await world.db.users();
  const { id } = user!;
  await world.db.adapter.updateUser({ id, email: CHANGED, emailVerified: null });
  return { world, id };
}

testForms("a takeover mails the address which ways to sign in it has removed (AL-04)", async () => {
  for (const strategy of STRATEGIES) {
    const world = openFactors({ session: { strategy } });
    await enterByProvider(world);
    const owner = world.visitor();
    await world.ask(ADA, owner);
    assert.match((await world.follow(owner)).url, /taken-over\?removed=idp/);
    const { purpose, identifier } = world.mails.at(-1)!;
    assert.deepEqual([purpose, identifier], ["wayRemoved", ADA], strategy);
  }
});

testForms(
  "a user whose id is that of a note by its words changes nothing for another one (SF-11)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({ session: { strategy } });
      await importUser(world);
      const { adapter } = world.db;
      const other = "mailbox 1";
      await adapter.createUser({ id: other, name: "Mal", email: CHANGED, emailVerified: new Date(0) });
      await adapter.rows!.store(
        "security",
        { ...emptyRow(other), passwordHash: await hashPassword(GOOD) },
        null,
      );
      const page = await world.enter();
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      assert.equal((await world.session())?.user.id, "1", strategy);
    }
  },
);

testForms(
  "a changed address that is proven with the second step is told to the one before (SF-11)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({ session: { strategy } });
      const kit = await world.registerWithFactor();
      const [ada] = await world.db.users();
      await world.db.adapter.updateUser({ id: ada!.id, email: CHANGED, emailVerified: null });
      const browser = world.visitor();
      await world.ask(CHANGED, browser);
      const link = await world.follow(browser);
      const page = link.html.includes('name="current"') ? await link.submit(KEEP, { current: GOOD }) : link;
      await world.answer(page, { code: world.code(kit) }, browser);
      assert.equal((await world.sessionIn(browser))?.user.id, ada!.id, world.log());
      const told = world.mails.filter(({ identifier }) => identifier === ADA).at(-1);
      assert.equal(told?.purpose, "wayAdded", strategy);
      // Both addresses are known now, and nothing else has changed.
      assert.equal((await world.enter(GOOD, world.visitor(), CHANGED)).url.includes("/second-factor?"), true);
    }
  },
);

testForms("a password that is typed right keeps its user, whose address was changed (SF-11)", async () => {
  for (const strategy of STRATEGIES) {
    const { world, id } = await openChanged(strategy);
    const browser = world.visitor();
    const page = await world.enter(GOOD, browser, CHANGED);
    assert.equal(world.lastPurpose(), "confirm");
    const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.equal(done.url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(browser))?.user.id, id, strategy);
  }
});

testForms(
  "a provider that vouches for the address takes over none who has proven the mailbox (AL-19)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({
        session: { strategy },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other", verifiedEmail: true })],
      });
      await enterByProvider(world);
      await world.turnOn();
      await world.signOut();
      // Without accounts at providers, the word of another one would be enough.
      await world.db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" });
      const before = await factorOf(world);
      const thief = world.visitor();
      world.idp.login({ sub: "thief", name: "Thief", email: ADA, email_verified: true });
      const page = await (await thief.open(`${APP}/auth/signin`)).submit("/auth/signin/other");
      assert.match(page.url, /error=OAuthAccountNotLinked/, strategy);
      assert.equal(await world.sessionIn(thief), null);
      assert.deepEqual(await factorOf(world), before);
    }
  },
);

testForms(
  "a sign-in by mail proves no address that the application stores after it (AL-04, SF-16)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({ session: { strategy }, more: () => [Passkey()] });
      await world.ask("before@example.com");
      await world.follow();
      const [stranger] = await world.db.users();
      await world.db.adapter.updateUser({ id: stranger!.id, email: CHANGED, emailVerified: null });
      const person = toPerson(world.browser, "passkey");
      await person.register({ link: "true" });
      const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
      assert.match(page.html, /name="mailCode"/, world.log());
      assert.equal(world.mails.at(-1)?.identifier, CHANGED);
      const sent = await person.post("second-factor-setup", { action: "passkeys", callbackUrl: "/home" });
      await sent.body?.cancel();
      assert.equal(await isFactorOn(world, stranger!.id), false);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await world.follow(owner);
      const user = (await world.sessionIn(owner))?.user;
      assert.equal(user?.email, CHANGED, world.log());
      assert.notEqual(user?.id, stranger!.id, strategy);
    }
  },
);

for (const strategy of STRATEGIES) {
  testForms(
    `the user of a changed address mistypes the password, is asked again, and stays who they are (${strategy})`,
    async () => {
      for (const way of ["a question", "a link"]) {
        const { world, id } = await openChanged(strategy);
        const owner = world.visitor();
        if (way === "a link") await world.enter(GOOD, world.visitor(), CHANGED);
        else await world.ask(CHANGED, owner);
        const question = await world.follow(owner);
        assert.doesNotMatch(question.text, /it will be removed/, way);
        const again = await question.submit(KEEP, { current: "eleven green kettle" });
        assert.equal(await world.sessionIn(owner), null, way);
        assert.match(again.text, /That's not your current password/, `${way} ${again.url} ${world.log()}`);
        assert.match(again.text, /the other one will no longer have this address/);
        assert.equal((await world.db.adapter.getUser(id))!.email, CHANGED);
        await again.submit(KEEP, { current: GOOD });
        assert.equal((await world.sessionIn(owner))?.user.id, id, `${way} ${world.log()}`);
        const { email, emailVerified } = (await world.db.adapter.getUser(id))!;
        assert.deepEqual([email, Boolean(emailVerified)], [CHANGED, true]);
        assert.equal((await world.enter(GOOD, world.visitor(), CHANGED)).url, `${APP}/home`);
      }
    },
  );

  testForms(
    `a user whose address passes to a new one is told, and signs in with the proven one (SF-11, ${strategy})`,
    async () => {
      const { world, id } = await openChanged(strategy);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await (await world.follow(owner)).submit(KEEP, { choice: "never" });
      assert.notEqual((await world.sessionIn(owner))?.user.id, id, world.log());
      const { purpose, identifier, locale } = world.mails.at(-1)!;
      assert.deepEqual([purpose, identifier], ["wayRemoved", ADA]);
      assert.match(locale.messages.intro!, /removed from your {app} account: changed@example\.com/);
      const page = await world.enter(GOOD);
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      assert.equal((await world.session())?.user.id, id, world.log());
    },
  );

  testForms(
    `guesses at that question are counted as those at the sign-in, and "never chosen" goes on (${strategy})`,
    async () => {
      const { world, id } = await openChanged(strategy);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      const question = await world.follow(owner);
      let page = question;
      for (let tries = 0; tries < 10; tries++) page = await page.submit(KEEP, { current: `guess ${tries}` });
      const limited = await question.submit(KEEP, { current: GOOD });
      assert.match(limited.text, /Too many|too many/, limited.url);
      assert.equal(await world.sessionIn(owner), null);
      await question.submit(KEEP, { choice: "never" });
      assert.notEqual((await world.sessionIn(owner))?.user.id, id);
      assert.equal((await world.sessionIn(owner))?.user.email, CHANGED, world.log());
    },
  );

  testForms(
    `a password counts as typed also where its hash is of an earlier cost (${strategy})`,
    async () => {
      for (const way of ["password", "mail"]) {
        const world = openFactors({ session: { strategy } });
        const { adapter } = world.db;
        await importUser(world);
        const row = (await adapter.rows.find("security", { userId: "1" }))!;
        const passwordHash = await hashPassword(GOOD, { ln: 10 });
        await adapter.rows.store(
          "security",
          { ...row, passwordHash, passwordIsProven: true, generation: 1 },
          row.generation,
        );
        await adapter.rows.store(
          "security",
          { ...row, userId: "mailbox 1", passwordHash: "old@example.com" },
          null,
        );
        const owner = world.visitor();
        if (way === "password") {
          const page = await world.enter(GOOD, owner);
          await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
        } else {
          await world.ask(ADA, owner);
          await (await world.follow(owner)).submit(KEEP, { current: GOOD });
        }
        assert.equal((await world.sessionIn(owner))?.user.id, "1", `${way} ${world.log()}`);
        assert.equal((await world.enter()).url, `${APP}/home`, world.log());
      }
    },
  );

  testForms(
    `who types a password, and is deleted before the mail is used, is a new user (${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy } });
      await importUser(world);
      const owner = world.visitor();
      const page = await world.enter(GOOD, owner);
      await world.db.adapter.deleteUser("1");
      const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      const user = (await world.sessionIn(owner))?.user;
      assert.equal(user?.email, ADA, `${done.url} ${world.log()}`);
      assert.notEqual(user?.id, "1");
    },
  );

  testForms(`a mailbox alone does not remove an app that was imported (SF-11, ${strategy})`, async () => {
    const imported = async () => {
      const world = openFactors({ session: { strategy } });
      await importUser(world);
      const kit = { secret: "JBSWY3DPEHPK3PXP" };
      assert.ok(await importSecondFactor({ userId: "1", ...kit }, world.config as AuthConfig));
      return { world, kit, browser: world.visitor() };
    };
    const thief = await imported();
    await thief.world.ask(ADA, thief.browser);
    const page = await thief.world.follow(thief.browser);
    await page.submit(KEEP, { choice: "never" });
    assert.notEqual((await thief.world.sessionIn(thief.browser))?.user.id, "1", thief.world.log());
    assert.ok(await isFactorOn(thief.world, "1"));
    const { world, kit, browser } = await imported();
    const asked = await world.enter(GOOD, browser);
    const step = await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.match(step.url, /\/auth\/second-factor\?/, world.log());
    await world.answer(step, { code: world.code(kit) }, browser);
    assert.equal((await world.sessionIn(browser))?.user.id, "1", world.log());
  });
}

/** Turns a second factor on for a user who was never verified: the forms that do, and what they need. */
const SETUPS = {
  app: {
    open: (strategy: typeof STRATEGIES[number]) => openFactors({ session: { strategy } }),
    send: (world: FactorWorld, shown: Page): Promise<unknown> => submitApp(world, shown),
  },
  passkeys: {
    open: (strategy: typeof STRATEGIES[number]) =>
      openFactors({ session: { strategy }, more: () => [Passkey()] }),
    async send({ browser }: FactorWorld) {
      const form = { action: "passkeys", callbackUrl: "/home" };
      await (await toPerson(browser, "passkey").post("second-factor-setup", form)).body?.cancel();
    },
  },
};

for (const strategy of STRATEGIES) {
  for (const [factor, { open, send }] of Object.entries(SETUPS)) {
    /** Up to the page at which the factor is turned on. */
    const openAtSetup = async () => {
      const world = open(strategy);
      await enterByProvider(world);
      if (factor === "passkeys") await toPerson(world.browser, "passkey").register({ link: "true" });
      return { world, shown: await openSetup(world) };
    };

    testForms(
      `the proof for a factor is not lost if the database fails while it is turned on (SF-11, ${factor}, ${strategy})`,
      async () => {
        const { world: rehearsal, shown: first } = await openAtSetup();
        rehearsal.db.calls.length = 0;
        await send(rehearsal, first);
        const calls = [...rehearsal.db.calls];
        const call = calls.indexOf("store secondFactors");
        assert.ok(call > 0, rehearsal.log());
        for (let failed = call; failed < calls.length; failed++) {
          const { world, shown } = await openAtSetup();
          world.db.calls.length = 0;
          world.db.fault = { call: failed, moment: "after" };
          await send(world, shown);
          world.db.fault = null;
          await send(world, shown);
          assert.ok(await isFactorOn(world, "1"), `${calls[failed]} ${failed}`);
          const thief = world.visitor();
          await world.ask(ADA, thief);
          const { url } = await world.follow(thief);
          assert.match(url, /\/auth\/second-factor\?/, `${calls[failed]} ${failed} ${world.log()}`);
        }
      },
    );

    testForms(
      `a mail that is opened while a factor is turned on with a proof removes nothing (SF-11, ${factor}, ${strategy})`,
      async () => {
        const { world, shown } = await openAtSetup();
        const { adapter } = world.db;
        const thief = world.visitor();
        await world.ask(ADA, thief);
        let isOpened = false;
        changeRows(adapter, "secondFactors", (sound) => ({
          async store(...stored) {
            const isStored = await sound.store(...stored);
            if (!isOpened) {
              isOpened = true;
              await world.follow(thief);
            }
            return isStored;
          },
        }));
        await send(world, shown);
        assert.ok(await isFactorOn(world, "1"), world.log());
        assert.ok((await adapter.listAccountsByUserId("1")).length > 0);
        assert.equal(await world.sessionIn(thief), null);
      },
    );
  }

  testForms(
    `a mailed code that was typed at a set-up is a proof, also if the set-up does not go on (SF-11, ${strategy})`,
    async () => {
      for (const required of [false, true]) {
        const world = openFactors({ session: { strategy }, secondFactor: { required } });
        const page = await enterByProvider(world);
        await proveMailbox(required ? page : await world.browser.open(`${APP}${SETUP}`), world);
        const owner = world.visitor();
        await world.ask(ADA, owner);
        await world.follow(owner);
        assert.equal((await world.db.adapter.listAccountsByUserId("1")).length, 1, `${required}`);
      }
    },
  );
}

testForms("an address that passes to a new user is lost by no one if a write fails", async () => {
  for (const strategy of STRATEGIES) {
    const prepare = async () => {
      const { world } = await openChanged(strategy);
      const browser = world.visitor();
      await world.ask(CHANGED, browser);
      const question = await world.follow(browser);
      world.db.calls.length = 0;
      return { world, question };
    };
    const { world: rehearsal, question: first } = await prepare();
    await first.submit(KEEP, { choice: "never" });
    const calls = [...rehearsal.db.calls];
    const call = calls.indexOf("createUser");
    assert.ok(call > 0, rehearsal.log());
    for (const moment of ["before", "after"] as const) {
      for (const failed of [calls.lastIndexOf("updateUser", call), call]) {
        const { world, question } = await prepare();
        world.db.fault = { call: failed, moment };
        await question.submit(KEEP, { choice: "never" });
        world.db.fault = null;
        const owners = (await world.db.users()).filter(({ email }) => email === CHANGED);
        assert.equal(owners.length, 1, `${strategy}, ${calls[failed]} ${moment}\n${world.log()}`);
      }
    }
  }
});
