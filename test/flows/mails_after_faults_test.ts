/**
 * Mails about what has happened to an account where the database fails after the change.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, outside } from "../../mod.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

/** A change of Ada's, what is stored of it, and the purpose of its mail. */
interface Change {
  readonly run: () => Promise<unknown>;
  readonly stored: () => Promise<unknown>;
  readonly purpose: string;
}

type World = ReturnType<typeof openFactors>;

const CHANGES: Readonly<Record<string, (world: World) => Promise<Change>>> = {
  async "a new password"(world) {
    await world.register();
    const page = await world.browser.open(`${APP}/auth/password`);
    const [{ id: userId } = { id: "" }] = await world.db.users();
    return {
      run: () => page.submit("/auth/password", { current: GOOD, password: BETTER }),
      stored: async () => (await world.db.adapter.rows.find("security", { userId }))?.passwordHash,
      purpose: "passwordChanged",
    };
  },
  async "a second factor that staff removes"(world) {
    await world.registerWithFactor();
    const [{ id: userId } = { id: "" }] = await world.db.users();
    const config = { ...world.config as AuthConfig, url: APP };
    const { reset } =
      (outside(config) as unknown as { secondFactor: { reset(id: string): Promise<boolean> } })
        .secondFactor;
    return {
      run: () => reset(userId).catch(() => null),
      stored: async () => (await world.db.adapter.rows.find("secondFactors", { userId }))?.enabledAt,
      purpose: "secondFactorReset",
    };
  },
};

for (const strategy of ["database", "jwt"] as const) {
  for (const [name, prepare] of Object.entries(CHANGES)) {
    testForms(
      `A user is told of ${name} wherever the database fails after it (LM-10), ${strategy}`,
      async () => {
        /** Runs the change with a fault at one call. Returns how many calls it makes, and whether it is stored without a mail. */
        const attempt = async (index: number | null) => {
          const world = openFactors({ session: { strategy } });
          const { run, stored, purpose } = await prepare(world);
          const [before, begun] = [await stored(), world.mails.length];
          const from = world.db.calls.length;
          if (index !== null) world.db.fault = { call: from + index, moment: "before" };
          await run();
          world.db.fault = null;
          const calls = world.db.calls.slice(from);
          const isStored = String(await stored()) !== String(before);
          const isTold = world.mails.slice(begun).some((mail) => mail.purpose === purpose);
          return { calls, isUntold: isStored && !isTold };
        };
        const { calls, isUntold } = await attempt(null);
        assert.ok(!isUntold);
        for (const [index, call] of calls.entries()) {
          // The mail itself needs the address.
          if (call.includes("getUser")) continue;
          assert.ok(!(await attempt(index)).isUntold, `${index} ${call}`);
        }
      },
    );
  }
}
