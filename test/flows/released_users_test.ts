/**
 * A user who loses an address to the owner of its mailbox has the proven one again, whoever holds that, and whatever happens amid it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { noteMailbox } from "../../src/session/mailbox_note.ts";
import { seenCalls } from "./_database.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { disown, openFactors } from "./_second_factor.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const CHANGED = "changed@example.com";

for (const strategy of STRATEGIES) {
  testForms(
    `a stranger at the proven address keeps its owner from none that they get back (SF-11, ${strategy})`,
    async () => {
      for (const hasFactor of [false, true]) {
        const world = openFactors({ session: { strategy } });
        if (hasFactor) await world.registerWithFactor();
        else {
          await world.register();
          await world.signOut();
        }
        const { adapter } = world.db;
        const { id } = (await adapter.getUserByEmail(ADA))!;
        await adapter.updateUser({ id, email: CHANGED, emailVerified: null });
        // A provider that vouches for nothing.
        await adapter.createUser({ id: "mal", name: "Mal", email: ADA, emailVerified: null });
        await adapter.linkAccount({
          userId: "mal",
          type: "oauth",
          provider: "idp",
          providerAccountId: "mal",
        });
        const owner = world.visitor();
        await world.ask(CHANGED, owner);
        await disown(world, owner);
        assert.notEqual((await world.sessionIn(owner))?.user.id, id, world.log());
        assert.equal((await adapter.getUser(id))?.email, ADA);
        const mal = await adapter.getUser("mal");
        assert.equal(mal?.email ?? null, null, "they have never proven it");
        assert.equal((await adapter.listAccountsByUserId("mal")).length, 1, "and keep all else");
        const page = await world.enter(GOOD);
        assert.match(page.url, /verify-request/, "the password works with it");
      }
    },
  );

  /** What is known of the user who stands at the proven address of another one. */
  const holders: Readonly<Record<string, readonly [note: string | null | undefined, hasFactor: boolean]>> = {
    "nothing": [undefined, false],
    "a second factor, set up without a proof": [null, true],
    "a second factor of an earlier version": [undefined, true],
    "a proof of another mailbox": ["own@example.com", false],
  };
  for (const [known, [note, hasFactor]] of Object.entries(holders)) {
    testForms(
      `a user of whom is known: ${known}, keeps nobody from the address that they have proven (SF-11, ${strategy})`,
      async () => {
        const world = openFactors({ session: { strategy }, adapter: Memory() });
        const { adapter } = world.db;
        await adapter.createUser({ id: "one", name: "One", email: CHANGED, emailVerified: null });
        await noteMailbox("one", ADA, adapter as never);
        await adapter.createUser({ id: "two", name: "Two", email: ADA, emailVerified: null });
        if (note !== undefined) await noteMailbox("two", note, adapter as never);
        const factor = { enabledAt: new Date(0), totpSecret: "sealed", totpStep: 7, recoveryCodes: null };
        if (hasFactor) {
          await adapter.rows.store(
            "secondFactors",
            { userId: "two", version: 1, ...factor, devices: null },
            null,
          );
        }
        const owner = world.visitor();
        await world.ask(CHANGED, owner);
        await disown(world, owner);
        assert.equal((await adapter.getUser("one"))?.email, ADA);
        assert.equal(
          (await adapter.getUser("two"))?.email,
          note ?? null,
          "the one that they have proven, if any",
        );
        assert.equal((await world.sessionIn(owner))?.user.email, CHANGED, world.log());
      },
    );
  }

  testForms(
    `a user who has proven an address that a third one holds loses what is not theirs (SF-11, ${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy }, adapter: Memory() });
      const { adapter } = world.db;
      await adapter.createUser({ id: "one", name: "One", email: CHANGED, emailVerified: null });
      await adapter.createUser({ id: "two", name: "Two", email: ADA, emailVerified: null });
      await adapter.createUser({
        id: "three",
        name: "Three",
        email: "own@example.com",
        emailVerified: new Date(0),
      });
      await noteMailbox("one", ADA, adapter as never);
      await noteMailbox("two", "own@example.com", adapter as never);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await disown(world, owner);
      assert.equal((await adapter.getUser("one"))?.email, ADA, world.log());
      assert.equal((await adapter.getUser("two"))?.email ?? null, null);
      assert.equal((await adapter.getUser("three"))?.email, "own@example.com");
    },
  );

  testForms(`another user who has proven the address keeps it (SF-11, ${strategy})`, async () => {
    for (const isVerified of [false, true]) {
      const world = openFactors({ session: { strategy } });
      await world.register();
      await world.signOut();
      const { adapter } = world.db;
      const { id } = (await adapter.getUserByEmail(ADA))!;
      await adapter.updateUser({ id, email: CHANGED, emailVerified: null });
      await adapter.createUser({ id: "2", name: "Eve", email: ADA, emailVerified: new Date(0) });
      // Noted by the adapter, there and back.
      if (!isVerified) {
        await adapter.updateUser({ id: "2", email: "eve@example.com", emailVerified: null });
        await adapter.updateUser({ id: "2", email: ADA });
      }
      world.mails.length = 0;
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await disown(world, owner);
      assert.equal((await adapter.getUser("2"))?.email, ADA);
      assert.equal((await adapter.getUser(id))?.email ?? null, null);
      assert.equal((await world.sessionIn(owner))?.user.email, CHANGED, world.log());
      assert.ok(
        world.mails.every(({ identifier }) => identifier === CHANGED),
        "who keeps it is told nothing",
      );
    }
  });
}

/** Runs something before a call of the database: the call with the number `at`, from `begin()` on. */
function interruptedAt(at: number) {
  let calls = -1;
  let run = async () => {};
  const adapter = seenCalls(Memory(), async (_, call) => {
    if (calls >= 0 && calls++ === at) {
      calls = -1;
      await run();
    }
    return await call();
  });
  const begin = (interruption: typeof run) => {
    run = interruption;
    calls = 0;
  };
  return { adapter, begin, hasRun: () => calls === -1 };
}

const INTERRUPTIONS = [
  "the same in another browser",
  "the old address again",
  "a proof of the new address",
] as const;

for (const strategy of STRATEGIES) {
  for (const what of INTERRUPTIONS) {
    testForms(
      `a user who is released keeps an address, amid which comes ${what} (SF-11, ${strategy})`,
      async () => {
        // One of the ways to a release for each strategy.
        const hasFactor = strategy === "jwt";
        let goesOn = true;
        for (let at = 0; goesOn; at++) {
          const { adapter, begin, hasRun } = interruptedAt(at);
          const world = openFactors({ session: { strategy }, adapter });
          if (hasFactor) await world.registerWithFactor();
          else {
            await world.ask(ADA);
            await world.follow();
            await world.signOut();
          }
          const { id } = (await adapter.getUserByEmail(ADA))!;
          await adapter.updateUser({ id, email: CHANGED, emailVerified: null });
          const [owner, again] = [world.visitor(), world.visitor()];
          const urls: (string | undefined)[] = [];
          for (const browser of [owner, again]) {
            await world.ask(CHANGED, browser);
            urls.push(world.mails.at(-1)!.url);
          }
          let isProven = false;
          begin(async () => {
            if (what === "the same in another browser") await disown(world, again, urls[1]);
            else if (what === "the old address again") {
              await adapter.updateUser({ id, email: ADA, emailVerified: null });
            } else {
              // Not if the new user has it by now.
              const proven = { id, email: CHANGED, emailVerified: new Date(5) };
              isProven = await Promise.resolve(adapter.updateUser(proven)).then(() => true, () => false);
            }
          });
          // A sign-in that the other one has overtaken fails, and begins anew.
          await disown(world, owner, urls[0]).catch(() => {});
          goesOn = hasRun();
          const user = await adapter.getUser(id);
          const context = `before call ${at}, with${
            hasFactor ? "" : "out"
          } a factor: ${user?.email} ${world.log()}`;
          assert.ok(user?.email, context);
          if (isProven && goesOn) assert.equal(user.email, CHANGED, context);
        }
      },
    );
  }
}
