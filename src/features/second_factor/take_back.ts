/**
 * Takes a change of a second factor back: its session has ended before the user was told of it.
 *
 * Such changes may stand on each other, as those of a thief whose sessions the owner ends while the emails of both are sent. In
 * whichever order they are taken back, also at the same moment, what was there before them counts again.
 *
 * @module
 */

import { persist } from "../../sign_in/persist.ts";
import { dropEmptyFactor } from "./removal.ts";
import { repeatableRulesOf } from "./rules.ts";
import { changeSecondFactor } from "../../model/second_factor.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";

/** By the app, and by the recovery codes, that a change has stored: the row before. Both are sealed or hashed, and new each time. */
type Withdrawn = Map<string | null, { readonly before: AdapterSecondFactor; readonly since: number }>;

/** By clock: the changes that are taken back. Of this process. */
const withdrawn = new WeakMap<Platform["now"], Withdrawn>();

/**
 * How long one is remembered, in milliseconds: another change stands on it for as long as an email is sent. Where the database has failed,
 * the change has stayed, and its user may go on with it.
 */
const KEPT = 300_000;

/** How many are remembered. */
const MOST = 1000;

/**
 * Takes a change back. What a later change has stored stays, unless that is taken back as well.
 *
 * @returns Whether that has turned the factor off.
 * @throws {AdapterError} if the database fails: the change stays.
 */
export async function takeBack(
  { before, stored }: {
    /** The row before. */
    readonly before: AdapterSecondFactor;
    /** The row with the change. */
    readonly stored: AdapterSecondFactor;
  },
  setup: Setup,
): Promise<boolean> {
  const { now } = setup.platform;
  const known: Withdrawn = withdrawn.get(now) ?? new Map();
  withdrawn.set(now, known);
  const since = now();
  for (const [oldest, each] of known) {
    if (known.size > MOST || each.since < since - KEPT) known.delete(oldest);
  }
  // Before the row is read: a later change that is taken back at the same moment must not bring this one back.
  for (const field of ["totpSecret", "recoveryCodes"] as const) {
    if (stored[field] !== null && stored[field] !== before[field]) {
      known.set(stored[field], { before, since });
    }
  }
  let left = stored;
  // Again, if a change has been taken back since that stands in what was restored.
  while (effective(left, known) !== left) {
    const restored = await persist(() =>
      changeSecondFactor(before.userId, (row) => {
        const next = effective(row, known);
        return next === row ? null : next;
      }, repeatableRulesOf(setup))
    );
    if (!restored) return false;
    left = restored;
  }
  // The passkeys of before may have been removed since, because there was an app.
  return left.enabledAt === null || await persist(() => dropEmptyFactor(before.userId, setup));
}

/**
 * The row without what was taken back; the same object if it has nothing of that. A factor stays on for what a later change has
 * stored. No device is remembered with another app: neither one of before, nor one that the withdrawn app has let in.
 */
function effective(row: AdapterSecondFactor, known: Withdrawn): AdapterSecondFactor {
  const app = known.get(row.totpSecret);
  if (app) {
    const { enabledAt, totpSecret, totpStep } = effective(app.before, known);
    const recoveryCodes = enabledAt && row.recoveryCodes;
    return effective({ ...row, enabledAt, totpSecret, totpStep, devices: null, recoveryCodes }, known);
  }
  const codes = known.get(row.recoveryCodes);
  if (!codes) return row;
  // They have turned it on, with passkeys, and nothing stands on it.
  const isOff = row.totpSecret === null && effective(codes.before, known).enabledAt === null;
  const off = { enabledAt: null, devices: null, recoveryCodes: null };
  return effective({ ...row, ...(isOff ? off : { recoveryCodes: codes.before.recoveryCodes }) }, known);
}
