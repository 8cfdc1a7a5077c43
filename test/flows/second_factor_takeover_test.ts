/**
 * Takeovers and resets: what a stranger has set up goes, what the owner has set up stays.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { beside } from "./_beside.ts";
import { changeRows, openDatabase, ReferenceAdapter } from "./_database.ts";
import { ADA, GOOD, importUser } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  codeAt,
  codesIn,
  factorOf,
  isFactorOn,
  openFactors,
  openRequired,
  secretIn,
} from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { resetSecondFactor } from "./_outside.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** Databases: one for everything, and one for users beside one for the records of security. */
const ADAPTERS: Readonly<Record<string, () => Adapter>> = {
  "one adapter": () => Memory(),
  "a mixed adapter": () => ({ ...Memory(), ...securityOf(Memory()) }),
};

/** What a stranger has set up. */
const STRANGERS = {
  userId: "1",
  version: 1,
  enabledAt: new Date(0),
  totpSecret: "a stranger's",
  totpStep: 0,
  recoveryCodes: "x y",
  devices: null,
};

for (const [name, adapterOf] of Object.entries(ADAPTERS)) {
  for (const isOn of [true, false]) {
    testForms(
      `a takeover removes the factor of a stranger from ${name}, with the option ${isOn ? "on" : "off"}`,
      async () => {
        for (const strategy of STRATEGIES) {
          const world = openFactors({ adapter: adapterOf(), secondFactor: isOn, session: { strategy } });
          await importUser(world);
          await world.db.adapter.rows.store("secondFactors", STRANGERS, null);
          await world.ask(ADA);
          const page = await world.follow();
          await page.submit("/auth/keep-password", { choice: "never" });
          assert.equal((await world.session())?.user.email, ADA, world.log());
          const left = await factorOf(world);
          const { enabledAt = null, totpSecret = null, recoveryCodes = null } = left ?? {};
          assert.deepEqual([enabledAt, totpSecret, recoveryCodes], [null, null, null]);
        }
      },
    );
  }
}

testForms("a user with a verified address keeps the factor, whoever owns the mailbox (SF-11)", async () => {
  for (const strategy of STRATEGIES) {
    const world = openFactors({ session: { strategy }, oauth: { verifiedEmail: true } });
    const kit = await world.registerWithFactor();
    const before = await factorOf(world);
    const thief = world.visitor();
    await world.ask(ADA, thief);
    assert.match((await world.follow(thief)).url, /\/auth\/second-factor\?/);
    world.idp.login({ sub: "thief", name: "Ada", email: ADA, email_verified: true });
    const page = await (await thief.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.match(page.url, /error=OAuthAccountNotLinked/);
    assert.equal(await world.sessionIn(thief), null);
    assert.deepEqual(await factorOf(world), before);
    assert.equal((await world.answer(await world.enter(), { code: world.code(kit) })).url, `${APP}/home`);
  }
});

testForms("a takeover that is impossible is refused, and the factor stays (SF-11)", async () => {
  const adapter = { ...methods(new ReferenceAdapter()), ...securityOf(Memory()) };
  const world = openFactors({ adapter, session: { strategy: "jwt" } });
  await importUser(world);
  await world.db.adapter.rows.store("secondFactors", STRANGERS, null);
  await world.ask(ADA);
  const page = await world.follow();
  assert.match(page.url, /error=/, page.url);
  assert.equal(await world.session(), null);
  assert.ok(await isFactorOn(world));
});

/** The methods of an adapter that is a class. */
function methods(adapter: Adapter): Adapter {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(adapter)).filter((name) =>
    name !== "constructor"
  );
  return Object.fromEntries(
    names.map((
      name,
    ) => [name, (adapter as Record<string, (...args: unknown[]) => unknown>)[name]!.bind(adapter)]),
  );
}

testForms(
  "a user who must have a factor sets up another one after a reset, with a proof of the mailbox (SF-18)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({ secondFactor: { required: true }, url: APP, session: { strategy } });
      const page = await world.signUp();
      const enrolling = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      assert.deepEqual(await world.db.users(), []);
      // A new user has proven the mailbox by the code.
      const { kit } = await world.setUp(enrolling);
      await world.signOut();
      const [user] = await world.db.users();
      assert.equal(await resetSecondFactor(user!.id, world.config), true);
      const again = await world.enter(GOOD);
      assert.match(again.url, /\/auth\/second-factor-setup\?/);
      assert.equal(await world.session(), null);
      // Neither the code of before nor a code of recovery is worth anything here.
      const tries: Record<string, string>[] = [{ code: world.nextCode(kit) }, {
        recoveryCode: kit.codes[0]!,
      }];
      for (const fields of tries) {
        const tried = await world.answer(again, fields);
        assert.match(tried.url, /\/auth\/second-factor-setup\?/);
        assert.equal(await world.session(), null);
      }
      const proven = await again.submit("/auth/second-factor-setup", { mailCode: world.mails.at(-1)!.code });
      const { kit: second, page: done } = await world.setUp(proven);
      assert.equal(codesIn(done).length, 10);
      assert.notEqual(second.secret, kit.secret);
      assert.equal((await world.session<{ aal: number }>())?.aal, 2);
    }
  },
);

testForms("a session beside an adapter of Auth.js has no level 2 after a reset (SF-18)", async () => {
  for (const strategy of STRATEGIES) {
    const world = openDatabase({
      adapter: beside({ more: { deleteSessionsByUserId: undefined } as unknown as Adapter }),
      url: APP,
      session: { strategy },
      password: null,
      features: [SecondFactor()],
    });
    await world.ask();
    await world.follow();
    const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    const code = codeAt(secretIn(page), Math.floor(world.platform.now() / 30_000));
    await page.submit("/auth/second-factor-setup", { code: await code });
    const level = async () => (await world.session<{ aal: number }>())?.aal;
    assert.equal(await level(), 2);
    const [user] = await world.db.users();
    assert.equal(await resetSecondFactor(user!.id, world.config), true);
    assert.equal(await level(), strategy === "jwt" ? undefined : 1);
  }
});

testForms(
  "the mailbox of a user who must have a factor is proven once, in that sign-in, with five tries (SF-16)",
  async () => {
    const world = await openRequired();
    let page = await world.enter();
    const right = world.mails.at(-1)!.code;
    // The proof cannot be left out.
    const question = questionOf(page);
    const skipped = await send(world.browser, "second-factor-setup", {
      question,
      setup: "x",
      code: "123456",
    });
    assert.match(skipped.headers.get("location")!, /error=InvalidCheck/);
    // The mail was a try as well; a page that skips it was none.
    for (let tries = 2; tries < 5; tries++) {
      page = await page.submit("/auth/second-factor-setup", { mailCode: "00000000" });
      assert.match(page.url, /second-factor-setup\?.*error=InvalidSecondFactor/, String(tries));
    }
    page = await page.submit("/auth/second-factor-setup", { mailCode: "00000000" });
    assert.match(page.url, /\/auth\/signin\?.*error=TooManyWrongCodes/);
    const late = await send(world.browser, "second-factor-setup", { question, mailCode: right });
    assert.match(late.headers.get("location")!, /\/auth\/signin\?.*error=TooManyWrongCodes/);
    const other = await world.enter();
    const old = await other.submit("/auth/second-factor-setup", { mailCode: right });
    assert.match(old.url, /error=InvalidSecondFactor/, "a code of another sign-in");
    assert.equal(await world.session(), null);
  },
);

testForms("a mail that is not sent for want of a try uses up no mail of the owner (LM-07)", async () => {
  const world = await openRequired();
  const thief = world.visitor();
  const question = questionOf(await world.enter(GOOD, thief));
  for (let tries = 2; tries < 5; tries++) {
    await send(thief, "second-factor-setup", { question, mailCode: "00000000" });
  }
  world.platform.tick(31);
  const mails = world.mails.length;
  for (let count = 0; count < 6; count++) {
    const refused = await send(thief, "second-factor-setup", { question, action: "mail" });
    assert.match(refused.headers.get("location")!, /error=TooManyWrongCodes/);
  }
  assert.equal(world.mails.length, mails);
  // The page has said that it is over: the code that was mailed before is, too.
  const { code: mailCode } = world.mails.at(-1)!;
  const late = await send(thief, "second-factor-setup", { question, mailCode });
  assert.match(late.headers.get("location")!, /error=TooManyWrongCodes/);
  const asked = await world.forget(world.visitor());
  assert.notEqual(asked.status, 429, asked.text);
  assert.equal(world.lastPurpose(), "reset");
});

testForms("a user who is verified while a takeover runs keeps the second factor", async () => {
  const world = openFactors();
  const { adapter } = world.db;
  await importUser(world);
  await adapter.rows.store("secondFactors", STRANGERS, null);
  await world.ask(ADA);
  const page = await world.follow();
  changeRows(adapter, "security", (sound) => ({
    async store(row, ifGeneration) {
      const isStored = await sound.store(row, ifGeneration);
      await adapter.updateUser({ id: "1", emailVerified: new Date() });
      return isStored;
    },
  }));
  const refused = await page.submit("/auth/keep-password", { choice: "never" });
  assert.match(refused.url, /error=UserChanged/, world.log());
  assert.equal((await factorOf(world))?.totpSecret, STRANGERS.totpSecret);
});
