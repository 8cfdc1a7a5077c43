/**
 * A stolen session that adds a way to sign in, while its owner ends all other sessions: between each two calls of the database.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AccountWorld, openAccount } from "./_account_page.ts";
import { interruptible } from "./_interruptible.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { questionIn } from "../_link_question.ts";
import { toPerson } from "./_passkeys.ts";
import { testForms as test } from "./_password_forms.ts";
import { APP, grant, oauth2, start } from "./_world.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Password } from "../../src/providers/password.ts";
import { chosen } from "../_short.ts";

/** The last request with which the session of the world's browser adds a way. */
const ADDS: Readonly<Record<string, (world: AccountWorld) => Promise<() => Promise<Response>>>> = {
  "an account that it has asked for": async (world) => {
    const { href } = await grant(
      world.idp,
      await start(world, { provider: "other", query: { link: "true" } }),
    );
    return () => world.browser.fetch(href, { redirect: "manual" });
  },
  "an account that it is asked about": async (world) => {
    await world.signIn({ provider: "other" });
    return () => world.post("link", { choice: "link" });
  },
  "an account that it has added, with the same answer": async (world) => {
    const { browser, post, signIn } = world;
    await signIn({ provider: "other" });
    const copies = browser.cookies(APP).filter(({ name }) => name.includes("latchkey.link"));
    const { question = "" } = questionIn(browser, APP);
    await post("link", { choice: "link", question });
    for (const { name, value } of copies) {
      browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
    }
    return () => post("link", { choice: "link", question });
  },
  "a passkey": async (world) => {
    const { ask, authenticator, answer } = toPerson(world.browser, "passkey");
    const made = await authenticator.create((await ask({ action: "register" })).options, {});
    return () => answer("register", made, { link: "true" });
  },
};

/** The action of the owner in another browser. */
const ENDS: Readonly<Record<string, (world: AccountWorld, owner: Browser) => Promise<unknown>>> = {
  "all other sessions end": (world, owner) => world.change({ action: "sign-out-others" }, owner),
  "the owner changes the password": async (_world, owner) =>
    await (await owner.open(`${APP}/auth/password`)).submit("/auth/password", {
      current: GOOD,
      password: BETTER,
    }),
};

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [what, prepare] of Object.entries(ADDS)) {
    for (const [event, end] of Object.entries(ENDS)) {
      test(`A session that adds ${what} has ended if ${event} meanwhile (AC-07, ${strategy})`, async () => {
        const open = async () => {
          const db = interruptible();
          const world = await openAccount({
            adapter: db.adapter,
            session: { strategy, revocationDelay: "always" },
            password: null,
            email: { notices: true },
            oauth: { verifiedEmail: true },
            more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey(), Password()],
          });
          const owner = await world.elsewhere();
          const page = await owner.open(`${APP}/auth/password`);
          await page.submit("/auth/password", { password: GOOD });
          await world.signIn();
          world.idp.login({ sub: "thief", name: "Thief", email: "thief@example.com" });
          world.mails.length = 0;
          const [user] = await world.db.users();
          const ways = async () => (await db.adapter.listAccountsByUserId!(user!.id)).length;
          return { db, world, owner, ways, before: await ways() };
        };
        const rehearsal = await open();
        const run = await prepare(rehearsal.world);
        rehearsal.db.count = 0;
        await run();
        const { count } = rehearsal.db;
        assert.ok(count > 5 && await rehearsal.world.sessionIn(rehearsal.world.browser));
        // From the second one: an owner who acts before the first call leaves no session, and the thief signs in as another user.
        for (let call = 1; call < count; call++) {
          const { db, world, owner, ways, before } = await open();
          const run = await prepare(world);
          db.count = 0;
          db.interrupt = { call, moment: "before", run: () => end(world, owner) };
          await run();
          assert.equal(await world.sessionIn(world.browser), null, `${db.methods} ${call} ${world.log()}`);
          assert.ok(await world.sessionIn(owner), world.log());
          const told = world.mails.filter(({ purpose }) => purpose === "wayAdded");
          assert.equal(told.length, await ways() - before, `mails (LM-10), ${db.methods} ${call}`);
        }
      });
    }
  }
}
