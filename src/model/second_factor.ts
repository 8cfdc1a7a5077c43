/**
 * The row of a user's second factor: changed in one step, and emptied.
 *
 * @module
 */

import { UserChanged } from "../errors/errors.ts";
import type { RowStore } from "./store.ts";
import { storeRow } from "./store_row.ts";
import type { AdapterSecondFactor } from "../adapters/contract/types.ts";
import type { Awaitable } from "../values/types.ts";

/** The place of the rows, and the clock. */
interface RowRules {
  readonly store: RowStore;
  readonly now: () => number;
  /** As for `storeRow`. */
  readonly repeats?: boolean;
  /** By how much the version rises. A random number tells the row from any that another request stores. Default: 1. */
  readonly rise?: number;
}

/** The row of a user who has no second factor and no remembered device. */
export function noSecondFactor(userId: string): AdapterSecondFactor {
  return {
    userId,
    version: 0,
    enabledAt: null,
    totpSecret: null,
    totpStep: 0,
    recoveryCodes: null,
    devices: null,
  };
}

/** How often a change is tried, while other requests change the same row. */
const TRIES = 20;

/**
 * Changes the row of a user in one step.
 *
 * @param change Returns the fields to change, from the row as it is stored; `null` to leave it. May be called several times.
 * Its second parameter is the version that the row will have.
 * @returns The row as it is stored afterwards; `null` if `change` has returned `null`.
 * @throws {UserChanged} if other requests keep changing it.
 * @throws {AdapterError} if the database fails.
 */
export async function changeSecondFactor(
  userId: string,
  change: (row: AdapterSecondFactor, version: number) => Awaitable<Partial<AdapterSecondFactor> | null>,
  rules: RowRules,
): Promise<AdapterSecondFactor | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await rules.store.rows.find("secondFactors", { userId });
    const row = stored ?? noSecondFactor(userId);
    // A row that was removed begins with a higher version than it had: a request that has read it before stores nothing.
    const version = stored ? row.version + (rules.rise ?? 1) : rules.now();
    const changes = await change(row, version);
    if (!changes) return null;
    const next = { ...row, ...changes, userId, version };
    if (await storeRow("secondFactors", next, stored ? row.version : null, rules)) return next;
  }
  throw new UserChanged("Cannot change the second factor: other requests keep changing it");
}

/**
 * Empties the row of a user. Passkeys have tables of their own, and stay.
 *
 * @param mayRemove Called if the row has anything. Default: it may be removed.
 * @returns Whether anything was removed.
 */
export async function removeSecondFactors(
  userId: string,
  rules: RowRules,
  mayRemove: () => Awaitable<boolean> = () => true,
): Promise<boolean> {
  const changed = await changeSecondFactor(userId, async (row) => {
    const { version: _, ...none } = noSecondFactor(userId);
    return isEmpty(row) || !await mayRemove() ? null : none;
  }, { ...rules, repeats: true });
  return changed !== null;
}

/** Whether a row has neither a second factor nor a remembered device. */
function isEmpty({ enabledAt, totpSecret, recoveryCodes, devices }: AdapterSecondFactor): boolean {
  return enabledAt === null && totpSecret === null && recoveryCodes === null && devices === null;
}
