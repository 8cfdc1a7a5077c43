/**
 * Sessions that end while a proof is being used: between the token of a mail and the decision whose sign-in it is, and while an app
 * takes the place of another one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { interruptible } from "./_interruptible.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms, testManyForms } from "./_password_forms.ts";
import { secretIn, signOutOthers, submitApp } from "./_second_factor.ts";
import { openSlow } from "./_slow_mails.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** A world in which something happens while the mail about another app is sent; Ada has an app, and is signed out. */
async function openReplacing(strategy: "jwt" | "database") {
  const world = openSlow({ session: { strategy, revocationDelay: "always" } });
  const kit = await world.registerWithFactor();
  const code = () => {
    world.platform.tick(60);
    return { code: world.nextCode(kit) };
  };
  return { world, kit, code, amid: (run: () => Promise<unknown>) => world.amid("newAuthenticator", run) };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testManyForms(
    `a mailed link begins no session that outlives "sign out everywhere else", whenever that comes (PW-04, ${strategy})`,
    async () => {
      for (let call = 0;; call++) {
        const db = interruptible();
        const world = openPasswords({
          adapter: db.adapter,
          session: { strategy, revocationDelay: "always" },
        });
        await world.register();
        const stranger = world.visitor();
        await world.ask(ADA, stranger);
        db.count = 0;
        db.methods.length = 0;
        db.interrupt = { call, moment: "before", run: () => signOutOthers(world.browser) };
        await world.follow(stranger);
        if (db.interrupt) break;
        assert.equal(await world.sessionIn(stranger), null, `call ${call}: ${db.methods[call]}`);
      }
    },
  );

  testForms(
    `a sign-in that began signed out reads no session that is there by then (PW-04, ${strategy})`,
    async () => {
      const order: string[] = [];
      const world = openPasswords({
        session: { strategy },
        callbacks: {
          session({ session }) {
            order.push(`session of ${session.user.name}`);
            return session;
          },
        },
      });
      const begin = async () => {
        const { headers } = await world.post("signin/idp", { callbackUrl: "/home" });
        return headers.get("location")!;
      };
      const [first, second] = [await begin(), await begin()];
      world.idp.login({ sub: "cat", name: "Cat", email: "cat@example.com" });
      await world.browser.open(second);
      world.idp.login({ sub: "bea", name: "Bea", email: "bea@example.com" });
      order.length = 0;
      await world.browser.open(first);
      assert.equal((await world.session())?.user.name, "Bea");
      assert.ok(!order.includes("session of Cat"), order.join());
    },
  );

  testForms(
    `a mail signs in who is signed in, where the table of accounts cannot be read (${strategy})`,
    async () => {
      let isDown = false;
      const memory = Memory();
      const getUserByAccount: Adapter["getUserByAccount"] = (key) =>
        isDown ? Promise.reject(new Error("There is no such table")) : memory.getUserByAccount(key);
      const world = openPasswords({ adapter: { ...memory, getUserByAccount }, session: { strategy } });
      await world.register();
      await world.ask(ADA);
      isDown = true;
      assert.equal((await world.follow()).url, `${APP}/home`);
      assert.ok(await world.session());
    },
  );

  testForms(
    `a wrong password, and a wrong code, run no callback of the session that is there, ${strategy}`,
    async () => {
      let runs = 0;
      const world = openPasswords({
        session: { strategy },
        callbacks: { session: ({ session }: { session: unknown }) => (runs++, session) as never },
      });
      await world.register();
      await world.ask(ADA);
      runs = 0;
      const forms = { password: { email: ADA, password: BETTER }, email: { code: "000000" } };
      for (const [provider, fields] of Object.entries(forms)) {
        const { headers } = await world.post(`callback/${provider}`, fields);
        assert.match(headers.get("location")!, /error=/);
        assert.equal(runs, 0, provider);
      }
    },
  );

  testForms(
    `an app that is taken back brings back no remembered device, and no code that was used (SF-05, SF-06, ${strategy})`,
    async () => {
      const { world, kit, code, amid } = await openReplacing(strategy);
      const device = world.visitor();
      await world.answer(await world.enter(GOOD, device), { ...code(), remember: "true" }, device);
      await world.signOut(device);
      assert.doesNotMatch((await world.enter(GOOD, device)).url, /second-factor/, "it is remembered");
      await world.signOut(device);
      await world.answer(await world.enter(GOOD), code());
      const owner = world.visitor();
      await world.answer(await world.enter(GOOD, owner), code(), owner);
      const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
      const own = await owner.open(`${APP}/auth/password`);
      amid(async () => {
        assert.match((await own.submit("/auth/password", { current: GOOD, password: BETTER })).url, /done=/);
        const [visitor, recoveryCode] = [world.visitor(), kit.codes[0]!];
        await world.answer(await world.enter(BETTER, visitor), { recoveryCode }, visitor);
        assert.ok(await world.sessionIn(visitor));
      });
      const replaced = await submitApp(world, page);
      assert.match(replaced.url, /error=UserChanged/);
      const asked = await world.enter(BETTER, device);
      assert.match(asked.url, /second-factor/, "a new password forgets all devices");
      await world.answer(asked, { recoveryCode: kit.codes[0]! }, device);
      assert.equal(await world.sessionIn(device), null, "a code works once");
      await world.answer(asked, code(), device);
      assert.ok(await world.sessionIn(device), "the app of before counts");
    },
  );

  testForms(
    `an app that is taken back leaves no device that it has let in (SF-06, ${strategy})`,
    async () => {
      const { world, code, amid } = await openReplacing(strategy);
      await world.answer(await world.enter(GOOD), code());
      const [owner, thief] = [world.visitor(), world.visitor()];
      await world.answer(await world.enter(GOOD, owner), code(), owner);
      const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
      const secret = secretIn(page);
      amid(async () => {
        const remembered = { code: world.code({ secret }, 1), remember: "true" };
        await world.answer(await world.enter(GOOD, thief), remembered, thief);
        assert.ok(await world.sessionIn(thief), world.log());
        await signOutOthers(owner);
      });
      const replaced = await page.submit("/auth/second-factor-setup", { code: world.code({ secret }) });
      assert.match(replaced.url, /error=UserChanged/);
      assert.match((await world.enter(GOOD, thief)).url, /second-factor/);
    },
  );
}

testForms(
  "new recovery codes are shown although the database fails once their mail is sent (SF-05)",
  async () => {
    let isDown = false;
    const memory = Memory();
    const adapter: Required<Adapter> = {
      ...memory,
      getSessionAndUser: (key) => isDown ? Promise.reject(new Error("down")) : memory.getSessionAndUser(key),
    };
    const world = openSlow({ adapter, session: { strategy: "database" } });
    world.amid("recoveryCodesReplaced", () => Promise.resolve(isDown = true));
    await world.register();
    await world.turnOn();
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, action: "codes", callbackUrl: "/home" });
    const sent = await world.browser.fetch(`${APP}/auth/second-factor-setup`, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    isDown = false;
    const answer = await sent.text();
    assert.equal(new Set(answer.match(/\b[0-9A-Z]{6}(?:-[0-9A-Z]{6}){3}\b/g)).size, 10, answer.slice(0, 300));
  },
);
