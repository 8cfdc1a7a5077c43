import assert from "node:assert/strict";
import type { Page } from "../../src/testing/mod.ts";
import { testForms } from "./_password_forms.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { openFactors } from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** A world whose `callbacks.session` fails during an outage. */
function openFailing(strategy: "jwt" | "database") {
  const outage = { isOn: false };
  const world = openFactors({
    url: APP,
    session: { strategy },
    callbacks: {
      session({ session }) {
        if (outage.isOn) throw new Error("down");
        return session;
      },
    },
  });
  return { world, outage };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `A sign-in that fails on our side costs no recovery code, and its owner is told of each try, with ${strategy} (SF-05)`,
    async () => {
      const { world, outage } = openFailing(strategy);
      const kit = await world.registerWithFactor();
      const purposes = () => world.mails.filter(({ purpose }) => purpose === "recoveryCodeUsed").length;
      outage.isOn = true;
      for (const recoveryCode of kit.codes.slice(0, 3)) {
        await world.answer(await world.enter(), { recoveryCode });
        world.platform.tick(60);
      }
      assert.equal(purposes(), 3);
      outage.isOn = false;
      for (const recoveryCode of kit.codes.slice(0, 2)) {
        const done = await world.answer(await world.enter(), { recoveryCode });
        assert.equal(new URL(done.url).origin, APP);
        assert.ok(await world.session(), `${done.url} ${world.log()}`);
        world.platform.tick(60);
      }
      const again = await world.answer(await world.enter(), { recoveryCode: kit.codes[0]! });
      assert.match(again.url, /error=InvalidSecondFactor/, "each counts once");
    },
  );

  testForms(
    `The last recovery code signs in although the answer of the database is lost, and once, with ${strategy} (SF-05)`,
    async () => {
      const { world } = openFailing(strategy);
      const { codes } = await world.registerWithFactor();
      for (const recoveryCode of codes.slice(1)) {
        await world.answer(await world.enter(), { recoveryCode });
        await world.signOut();
        world.platform.tick(60);
      }
      const { rows } = world.db.adapter;
      const { store } = rows;
      let lost = 0;
      Object.assign(rows, {
        async store(...args: Parameters<typeof store>) {
          const stored = await store(...args);
          if (args[0] !== "secondFactors" || !stored || lost++) return stored;
          throw new Error("The connection is lost");
        },
      });
      world.platform.tick(3600);
      const browsers = [world.browser, world.visitor()];
      const pages: Page[] = [];
      for (const each of browsers) pages.push(await world.enter(GOOD, each));
      const purposes = () => world.mails.filter(({ purpose }) => purpose === "recoveryCodeUsed").length;
      const told = purposes();
      const [recoveryCode = ""] = codes;
      const answers = await Promise.all(
        browsers.map((each, i) => world.answer(pages[i]!, { recoveryCode }, each)),
      );
      assert.ok(lost > 0);
      const sessions = await Promise.all(browsers.map((each) => world.sessionIn(each)));
      assert.equal(sessions.filter((each) => each !== null).length, 1, answers.map(({ url }) => url).join());
      assert.equal(purposes(), told + 1);
    },
  );

  testForms(
    `A recovery code stays spent where it has let a new password through, with ${strategy} (SF-05)`,
    async () => {
      const { world, outage } = openFailing(strategy);
      const { codes: [recoveryCode = ""] } = await world.registerWithFactor();
      const page = await world.forget();
      const { code } = world.mails.at(-1)!;
      const question = await page.submit("/auth/callback/password", { code: code!, password: BETTER });
      outage.isOn = true;
      await world.answer(question, { recoveryCode });
      outage.isOn = false;
      const again = await world.answer(await world.enter(BETTER), { recoveryCode });
      assert.match(again.url, /error=InvalidSecondFactor/, world.log());
    },
  );

  testForms(
    `A recovery code is not given back where there are new codes by then, with ${strategy}`,
    async () => {
      let replaces = async (): Promise<void> => {};
      const world = openFactors({
        url: APP,
        session: { strategy },
        callbacks: {
          async session({ session }) {
            await replaces();
            return session;
          },
        },
      });
      const { codes: [recoveryCode = ""] } = await world.registerWithFactor();
      const page = await world.enter();
      const { rows } = world.db.adapter;
      const [user] = await world.db.users();
      const row = async () => (await rows.find("secondFactors", { userId: user!.id }))!;
      replaces = async () => {
        const before = await row();
        await rows.store(
          "secondFactors",
          { ...before, recoveryCodes: "new", version: before.version + 1 },
          before.version,
        );
        replaces = async () => {};
        throw new Error("down");
      };
      await world.answer(page, { recoveryCode });
      assert.equal((await row()).recoveryCodes, "new", world.log());
    },
  );

  testForms(
    `A session that ends during its step-up costs no recovery code, and its owner is told, with ${strategy}`,
    async () => {
      const world = openFactors({ url: APP, session: { strategy } });
      const kit = await world.registerWithFactor();
      await world.answer(await world.enter(), { code: world.nextCode(kit) });
      const other = world.visitor();
      await world.answer(await world.enter(GOOD, other), { code: world.nextCode(kit) }, other);
      const page = await other.open(`${APP}/auth/second-factor?callbackUrl=/pay`);
      const told = world.mails.length;
      const { rows } = world.db.adapter;
      const { store } = rows;
      Object.assign(rows, {
        async store(...args: Parameters<typeof store>) {
          const stored = await store(...args);
          Object.assign(rows, { store });
          await send(world.browser, "account", { action: "sign-out-others" });
          return stored;
        },
      });
      const [recoveryCode = ""] = kit.codes;
      await world.answer(page, { recoveryCode }, other);
      assert.equal(await world.sessionIn(other), null, world.log());
      assert.ok(world.mails.slice(told).some(({ purpose }) => purpose === "recoveryCodeUsed"));
      await world.answer(await world.enter(GOOD, other), { recoveryCode }, other);
      assert.ok(await world.sessionIn(other), world.log());
    },
  );
}
