/**
 * A database that fails at each of its calls in turn, once, during a step.
 *
 * @module
 */

import { callsForWay } from "./_calls.ts";
import { isRead } from "./_is_read.ts";
import type { PasswordWorld } from "./_kept_passwords.ts";

/** Runs a step of each new world once, then again with each call of the database failing before or after its work. */
export async function withFaults(
  prepare: () => Promise<readonly [PasswordWorld, () => Promise<unknown>]>,
  check: (world: PasswordWorld, where: string) => Promise<void>,
): Promise<void> {
  const [rehearsal, run] = await prepare();
  rehearsal.db.calls.length = 0;
  await run();
  const calls = [...rehearsal.db.calls];
  await check(rehearsal, "without a failure");
  for (const [way, moment] of (["before", "after"] as const).entries()) {
    for (const call of callsForWay(calls, way)) {
      const method = calls[call]!;
      // A failure after a read is one before the next call.
      if (moment === "after" && isRead(method)) continue;
      const [world, step] = await prepare();
      world.db.calls.length = 0;
      world.db.fault = { call, moment };
      await step();
      world.db.fault = null;
      await check(world, `${moment} call ${call}, ${method}\n${world.log()}`);
    }
  }
}
