/**
 * One code in two browsers at the same moment, where the database fails for the one that comes second.
 *
 * @module
 */

import assert from "node:assert/strict";
import { changeRows } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { chosen } from "../_short.ts";

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const kind of ["code", "recoveryCode"] as const) {
    testForms(
      `One ${kind} signs in once, also if the database fails for the second who uses it, ${strategy} (SF-03)`,
      async () => {
        const world = openFactors({ session: { strategy } });
        const kit = await world.registerWithFactor();
        const thief = world.visitor();
        const questions = [questionOf(await world.enter()), questionOf(await world.enter(GOOD, thief))];
        let stores = 0;
        let stored: Promise<unknown> = Promise.resolve();
        // Node 20 has no `Promise.withResolvers()`.
        let resolve = () => {};
        const bothAreHere = new Promise<void>((each) => resolve = each);
        const restore = changeRows(world.db.adapter, "secondFactors", (sound) => ({
          async store(row, version) {
            const order = ++stores;
            if (order === 2) resolve();
            if (order > 2) return await sound.store(row, version);
            await bothAreHere;
            if (order === 1) return await (stored = Promise.resolve(sound.store(row, version))) as boolean;
            await stored;
            assert.equal(await sound.store(row, version), false);
            throw new Error("could not serialize access due to concurrent update");
          },
        }));
        const fields = { [kind]: kind === "code" ? world.code(kit) : kit.codes[0]! };
        const [mine, theirs] = questions;
        await Promise.all([
          send(world.browser, "second-factor", { question: mine!, ...fields }),
          send(thief, "second-factor", { question: theirs!, ...fields }),
        ]);
        restore();
        const sessions = [await world.sessionIn(world.browser), await world.sessionIn(thief)];
        assert.deepEqual([stores >= 2, sessions.filter(Boolean).length], [true, 1], world.log());
      },
    );
  }
}
