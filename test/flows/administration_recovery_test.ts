/**
 * What staff does for a user who lost a way to sign in: the second factor reset, an email for a new password.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Administration } from "../../src/entries/administration.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type AdministrationWorld, GRACE, openAdministration } from "./_administration.ts";
import { ADA } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { factorOf, openFactors } from "./_second_factor.ts";
import { change, DAY, LIST, openPages, read } from "./_staff_pages.ts";
import { APP } from "./_world.ts";

testForms("Staff resets the second factor of a user, but not that of an administrator (ADM-15)", async () => {
  const isAdmin = ({ email }: { email: string | null }) => email === GRACE || email === "hedy@example.com";
  const world = openFactors({
    features: [Administration({ isAdmin, pages: true })],
    session: { strategy: "database" },
  });
  const ids = new Map<string, string>();
  for (const email of [ADA, "hedy@example.com", GRACE]) {
    const visitor = email === GRACE ? world.browser : world.visitor();
    await (await world.signUp({ email }, visitor)).submit("/auth/callback/password", {
      code: world.mails.at(-1)!.code,
    });
    if (email === GRACE) {
      const page = await visitor.open(LIST);
      assert.match(page.url, /\/auth\/second-factor-setup/, "an administrator needs level 2");
      const script = await read<object>(visitor, LIST);
      assert.deepEqual(script, [401, { error: "SecondStepRequired" }]);
    }
    await world.turnOn(visitor);
    ids.set(email, String((await world.db.adapter.getUserByEmail(email))!.id));
  }
  const page = await world.browser.open(`${LIST}?user=${ids.get(ADA)}`);
  assert.match(page.text, /Two-step verification On/);
  const done = await page.submit("Reset two-step verification");
  assert.match(done.text, /Two-step verification was reset\..*Two-step verification Off/, world.log());
  assert.equal(world.mails.at(-1)!.purpose, "secondFactorReset");
  assert.equal((await factorOf(world, ids.get(ADA)))!.enabledAt, null);
  for (const email of ["hedy@example.com", GRACE]) {
    const other = await world.browser.open(`${LIST}?user=${ids.get(email)}`);
    assert.doesNotMatch(other.text, /Reset two-step/);
    const fields = { action: "resetSecondFactor", user: ids.get(email)! };
    assert.equal((await change(world.browser, fields))[2], "AccessDenied");
    assert.ok((await factorOf(world, ids.get(email)))!.enabledAt);
  }
  assert.equal(
    (await change(world.browser, { action: "resetSecondFactor", user: ids.get(ADA)! }))[2],
    "NotFound",
  );
});

testForms(
  "The email for a new password has limits for each of the staff and for all beside those of the user, and keeps to their address",
  async () => {
    const { grace, ada, administration, ...world } = await openPages({ url: APP });
    const hedy = world.visitor();
    world.admins.add("hedy@example.com");
    await world.join("hedy@example.com", hedy);
    const [sent, refused] = ["sendPasswordReset", "RateLimited"];
    const send = async (staff: Browser) =>
      (await change(staff, { action: "sendPasswordReset", user: ada }))[2];
    const times = async (count: number, ask: () => Promise<unknown>) => {
      const results = [];
      for (let index = 0; index < count; index++) results.push(await ask());
      return results;
    };
    const forget = async () => (await world.forget(world.visitor())).status === 429;
    assert.deepEqual(await times(5, forget), Array(5).fill(false));
    assert.equal(await forget(), true, world.log());
    assert.deepEqual(await times(6, () => send(grace)), [...Array(5).fill(sent), refused]);
    assert.deepEqual(await times(4, () => send(hedy)), [...Array(3).fill(sent), refused]);
    await assert.rejects(administration.sendPasswordReset(ada), { type: refused });
    const bare = (await administration.createUser({ email: null, name: "Charles" }))!;
    assert.equal((await change(grace, { action: "sendPasswordReset", user: bare.id }))[2], "NotSent");
    world.platform.tick(3600);
    const outside = async () => await administration.sendPasswordReset(ada);
    assert.deepEqual(await times(5, outside), Array(5).fill(true));
    assert.deepEqual(await times(5, forget), Array(5).fill(false), "the user's own aren't used up");
    assert.equal(world.mails.filter(({ purpose }) => purpose === "reset").length, 23);
    world.platform.tick(DAY);
    assert.equal(await administration.sendPasswordReset(ada), true, world.log());
    assert.equal(await administration.sendPasswordReset("nobody"), false);
    const plain: AdministrationWorld = openAdministration({ adapter: world.db.adapter });
    await assert.rejects(
      plain.administration.sendPasswordReset(ada),
      { type: "Configuration" },
      "`url` is needed",
    );
    await assert.rejects(plain.administration.resetSecondFactor(ada), { type: "Configuration" });
  },
);
