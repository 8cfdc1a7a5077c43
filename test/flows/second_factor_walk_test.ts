/**
 * Between the first and the second step nobody is signed in, nothing is written and no one is told, whatever the first step was.
 *
 * @module
 */

import assert from "node:assert/strict";
import { testForms } from "./_password_forms.ts";
import {
  assertFirstStep,
  assertSecondStep,
  FIRST_STEPS,
  openWays,
  verifiedPasskey,
  WANTED,
} from "./_second_factor_ways.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

for (const strategy of STRATEGIES) {
  testForms(
    `after the first step nobody is signed in, and the second one finishes once (SF-03, SF-07, ${strategy})`,
    async () => {
      const world = await openWays({ session: { strategy } });
      for (const step of FIRST_STEPS) {
        const browser = world.visitor();
        const page = await assertFirstStep(world, step, browser);
        await assertSecondStep(world, step, { browser, page, strategy });
        await world.signOut(browser);
      }
    },
  );

  testForms(`a passkey that has verified its user counts as both steps (SF-19, ${strategy})`, async () => {
    const world = await openWays({ session: { strategy } });
    const browser = world.visitor();
    assert.equal((await verifiedPasskey(world, browser)).url, WANTED, world.log());
    const session = await world.sessionIn<{ aal: number; amr: string[] }>(browser);
    assert.deepEqual([session?.aal, session?.amr], [2, ["hwk", "user", "mfa"]]);
    assert.ok(!world.db.calls.includes("store pendingSignIns"));
  });
}
