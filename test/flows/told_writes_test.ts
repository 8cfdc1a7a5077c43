/**
 * The mails about what a sign-in has written, where the application then lets no session begin.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ADA, BETTER, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { chosen } from "../_short.ts";

const ENDINGS = {
  "callbacks.jwt gives none": { jwt: null },
  "callbacks.jwt throws": { jwt: "throws" },
  "callbacks.session throws": { session: "throws" },
} as const;

for (const [ending, how] of Object.entries(ENDINGS)) {
  testForms(`A user is told of a password that was reset, also if ${ending} (LM-10)`, async () => {
    let isOn = false;
    const fails = (callback: "jwt" | "session") => {
      const value = isOn && (how as Partial<Record<string, string | null>>)[callback];
      if (value === "throws") throw new Error("the application fails");
      return value === null;
    };
    const world = openPasswords({
      email: { notices: true },
      session: { strategy: "jwt" },
      callbacks: {
        jwt: ({ token }) => fails("jwt") ? null : token,
        session: ({ session }) => fails("session") ? session : session,
      },
    });
    await world.register();
    const visitor = world.visitor();
    const page = await world.forget(visitor);
    isOn = true;
    const { code } = world.mails.at(-1)!;
    const from = world.mails.length;
    await page.submit("/auth/callback/password", { code, password: BETTER }).catch(() => null);
    assert.equal(await world.sessionIn(visitor).catch(() => null), null);
    isOn = false;
    assert.deepEqual(world.mails.slice(from).map(({ purpose }) => purpose), ["passwordChanged"], world.log());
    const other = world.visitor();
    await world.enter(BETTER, other);
    assert.ok(await world.sessionIn(other));
  });
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  testForms(
    `The owner of a mailbox is told which ways a takeover has removed, wherever the database fails after it (LM-10), ${strategy}`,
    async () => {
      const takeOver = async (failing: number | null, moment: "before" | "after" = "before") => {
        const world = openPasswords({ email: { notices: true }, session: { strategy } });
        const { id: userId } = await world.db.adapter.createUser({
          id: "mallory",
          email: ADA,
          emailVerified: null,
        });
        await world.db.adapter.linkAccount({
          provider: "idp",
          providerAccountId: "mallory",
          userId,
          type: "oauth",
        });
        const page = await world.forget(world.visitor());
        const [{ code }, from] = [world.mails.at(-1)!, world.mails.length];
        world.db.calls.length = 0;
        if (failing !== null) world.db.fault = { call: failing, moment };
        await page.submit("/auth/callback/password", { code, password: BETTER }).catch(() => null);
        world.db.fault = null;
        assert.deepEqual(await world.db.accounts(), []);
        const told = world.mails.slice(from).map(({ purpose }) => purpose);
        assert.ok(told.includes("wayRemoved"), `call ${failing}: ${told} ${world.log()}`);
        return world.db.calls;
      };
      const calls = [...await takeOver(null)];
      const after = calls.findIndex((call) => call.startsWith("takeOverUser")) + 1;
      assert.ok(after > 0 && after < calls.length);
      // Its own answer is lost.
      await takeOver(after - 1, "after");
      for (let call = after; call < calls.length; call++) {
        // The mail itself needs the address.
        if (!calls[call]!.includes("getUser")) await takeOver(call);
      }
    },
  );
}
