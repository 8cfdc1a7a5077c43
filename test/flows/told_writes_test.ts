/**
 * The mails about what a sign-in has written, where the application then lets no session begin.
 *
 * @module
 */

import assert from "node:assert/strict";
import { BETTER, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";

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
