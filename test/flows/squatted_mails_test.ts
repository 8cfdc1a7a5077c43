/**
 * A stranger who has registered the address of another signs out everywhere, again and again: the mails to its owner still count.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Page } from "../../src/testing/mod.ts";
import { ADA, BETTER } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, signOutOthers } from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** A way to prove the mailbox: what comes before the stranger signs out everywhere, and what after it. */
interface Way {
  before(world: FactorWorld): Promise<Page>;
  after(world: FactorWorld, page: Page): Promise<Page>;
}

const codeOf = ({ mails }: FactorWorld) => mails.at(-1)!.code;

const WAYS: Readonly<Record<string, Way>> = {
  "a link": { before: (world) => world.ask(ADA), after: (world) => world.follow() },
  "a code": {
    before: (world) => world.ask(ADA),
    after: (world, page) => page.submit("/auth/callback/email", { code: codeOf(world) }),
  },
  "the code of a sign-up": {
    before: (world) => world.signUp(),
    after: (world, page) => page.submit("/auth/callback/password", { code: codeOf(world) }),
  },
  "the code of a reset": {
    before: (world) => world.forget(),
    after: (world, page) => page.submit("/auth/callback/password", { code: codeOf(world), password: BETTER }),
  },
};

/** A stranger has registered the address of Ada at a provider that vouches for none. */
async function squatted(options: Parameters<typeof openFactors>[0]) {
  const world = openFactors(options);
  await world.db.adapter.createUser({ id: "1", name: "Mallory", email: ADA, emailVerified: null });
  await world.db.adapter.linkAccount({
    userId: "1",
    type: "oauth",
    provider: "idp",
    providerAccountId: "mallory",
  });
  const signOutEverywhere = async () => {
    const { adapter } = world.db;
    // As the account page does it with a session that is older than a rule about second factors.
    const row = await adapter.rows.find("security", { userId: "1" });
    const { generation = 0 } = row ?? {};
    const raised = { userId: "1", passwordHash: null, passwordIsProven: true, passwordSetAt: null };
    await adapter.rows.store("security", { ...raised, generation: generation + 1 }, row ? generation : null);
  };
  return { world, signOutEverywhere };
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  testForms(
    `a stranger who signs out everywhere ends no mail to the owner of the mailbox (EM-29, ${strategy})`,
    async () => {
      for (const [way, { before, after }] of Object.entries(WAYS)) {
        const world = openFactors({ session: { strategy }, secondFactor: false });
        const stranger = world.visitor();
        world.idp.login({ sub: "mallory", name: "Mallory", email: ADA, email_verified: false });
        await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
        const page = await before(world);
        await signOutOthers(stranger);
        await after(world, page);
        assert.equal((await world.session())?.user.email, ADA, `${way}\n${world.log()}`);
        assert.equal(await world.sessionIn(stranger), null, way);
      }
    },
  );

  testForms(
    `a stranger who signs out everywhere ends no second step of the owner of the mailbox (EM-29, ${strategy})`,
    async () => {
      const { world, signOutEverywhere } = await squatted({
        session: { strategy },
        secondFactor: { required: true },
      });
      await world.ask(ADA);
      const page = await world.follow();
      await signOutEverywhere();
      await world.setUp(page);
      assert.equal((await world.session())?.user.id, "1", world.log());
      assert.deepEqual(await world.db.adapter.listAccountsByUserId("1"), []);
    },
  );

  testForms(
    `mails that were sent to a verified address end with all sessions of their user (PW-04, ${strategy})`,
    async () => {
      for (const [way, { before, after }] of Object.entries(WAYS)) {
        if (way.includes("sign-up")) continue;
        const world = openFactors({ session: { strategy }, secondFactor: false });
        await world.register();
        const elsewhere = world.visitor();
        await world.enter(undefined, elsewhere);
        await world.signOut();
        const page = await before(world);
        await signOutOthers(elsewhere);
        await after(world, page);
        assert.equal(await world.session(), null, `${way}\n${world.log()}`);
      }
    },
  );
}
