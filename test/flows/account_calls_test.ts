/**
 * The calls of the account page to the database: each once, beside those of the session check.
 *
 * @module
 */

import assert from "node:assert/strict";
import { seenCalls } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openWays, type WaysWorld } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Browser } from "../../src/testing/mod.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { chosen } from "../_short.ts";

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `${strategy}: the account page reads the database eight times at most, and nothing of its own twice`,
    async () => {
      const calls: string[] = [];
      const world = await openWays({ session: { strategy }, adapter: listing(Memory(), calls) });
      for (const sign of [signInBefore, signIn]) {
        const browser = world.visitor();
        await sign(world, browser);
        for (const path of ["account", "account-data"]) {
          calls.length = 0;
          const response = await browser.fetch(`${APP}/auth/${path}`);
          assert.equal(response.status, 200, world.log());
          assert.ok(/"second-factor"|"isOn":true/.test(await response.text()), path);
          const own = calls.filter((call) => !/^(find security|getUser) /.test(call));
          assert.deepEqual(own, [...new Set(own)], `${path} after ${sign.name}()`);
          assert.ok(own.length > 2, calls.join("\n"));
          assert.ok(calls.length <= 8, calls.join("\n"));
        }
      }
    },
  );
}

/** A session of level 2. */
async function signIn(world: WaysWorld, browser: Browser): Promise<void> {
  await world.answer(await world.enter(GOOD, browser), { code: world.nextCode(world.kit) }, browser);
}

/** A session from before the second factor. */
async function signInBefore({ db: { adapter }, userId, enter }: WaysWorld, browser: Browser): Promise<void> {
  const factor = (await adapter.rows.find("secondFactors", { userId }))!;
  const { version } = factor;
  await adapter.rows.store("secondFactors", { ...factor, enabledAt: null, version: version + 1 }, version);
  await enter(GOOD, browser);
  await adapter.rows.store("secondFactors", { ...factor, version: version + 2 }, version + 1);
}

/** An adapter whose calls are listed, with what they ask for. */
function listing(adapter: Adapter, calls: string[]): Adapter {
  return seenCalls(adapter, (name, run, args) => {
    calls.push(`${name} ${JSON.stringify(args)}`);
    return run();
  });
}
