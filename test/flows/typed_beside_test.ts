/**
 * The right password of a user who has proven a mailbox, and whose address is not verified now, beside an adapter of Auth.js: the
 * mail that confirms the address keeps the user, also where no takeover is possible.
 *
 * @module
 */

import assert from "node:assert/strict";
import { beside, NUMBERS } from "./_beside.ts";
import { ADA, GOOD, importUser } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { disown, openFactors } from "./_second_factor.ts";
import { chosen } from "../_short.ts";

const CHANGED = "changed@example.com";

/** What has happened to the address since the proof. @returns The address of today. */
const CHANGES: Readonly<
  Record<string, (world: ReturnType<typeof openFactors>, id: string) => Promise<string>>
> = {
  async "the application has changed"({ db }, id) {
    await db.adapter.updateUser({ id, email: CHANGED, emailVerified: null });
    return CHANGED;
  },
  async "the application has changed there and back"({ db }, id) {
    await db.adapter.updateUser({ id, email: CHANGED, emailVerified: null });
    await db.adapter.updateUser({ id, email: ADA, emailVerified: null });
    return ADA;
  },
  async "the owner of another mailbox has released"(world, id) {
    await world.db.adapter.updateUser({ id, email: CHANGED, emailVerified: null });
    const owner = world.visitor();
    await world.ask(CHANGED, owner);
    await disown(world, owner);
    return ADA;
  },
};

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [kind, options] of Object.entries({ texts: {}, numbers: NUMBERS })) {
    for (const [what, change] of Object.entries(CHANGES)) {
      testForms(
        `the password keeps a user beside an adapter of Auth.js whose address ${what} (SF-11, ${strategy}, ${kind})`,
        async () => {
          for (const hasFactor of [true, false]) {
            const world = openFactors({ session: { strategy }, adapter: beside(options) });
            const kit = hasFactor ? await world.registerWithFactor() : null;
            if (!kit) {
              await world.register();
              await world.signOut();
            }
            const [user] = await world.db.users();
            const address = await change(world, user!.id);
            const browser = world.visitor();
            const asked = await world.enter(GOOD, browser, address);
            assert.equal(world.lastPurpose(), "confirm", world.log());
            const page = await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
            if (kit) await world.answer(page, { code: world.nextCode(kit) }, browser);
            const session = await world.sessionIn(browser);
            assert.equal(String(session?.user.id), String(user!.id), `${hasFactor} ${world.log()}`);
          }
        },
      );
    }
  }

  testForms(
    `a password alone takes no user over beside an adapter of Auth.js (AL-04, ${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy }, adapter: beside() });
      await importUser(world);
      const mails = world.mails.length;
      assert.match((await world.enter(GOOD)).url, /error=UserNotVerified/);
      assert.equal(world.mails.length, mails);
    },
  );
}
