/**
 * Takes a change of a second factor back: its session has ended before the user was told of it.
 *
 * Two such changes may stand on each other, such as those of a thief whose sessions the owner ends while both mails are sent. In
 * whichever order they are taken back, what was there before both counts again.
 *
 * @module
 */

import { persist } from "../../sign_in/persist.ts";
import { rulesOf } from "./rules.ts";
import { changeSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";

/** A field whose value names the change that has stored it: it is sealed or hashed, and new each time. */
type Mark = "totpSecret" | "recoveryCodes";

/** A change that was just stored. */
interface StoredChange {
  /** The row before. */
  readonly before: AdapterSecondFactor;
  /** What the change has stored in one of the fields. */
  readonly mark: Partial<Pick<AdapterSecondFactor, Mark>>;
}

/** What was there before changes that another one stood on when they were taken back, by their mark. Of this process. */
const buried = new Map<string, AdapterSecondFactor>();

/** The most that `buried` keeps: each takes two changes of one user whose mails are sent at the same time. */
const MOST = 100;

/**
 * Takes a change back. One that another change stands on goes with that one, and stays if that one does.
 *
 * @param restore The fields that a row of before gives back.
 */
export async function takeBack(
  { before, mark }: StoredChange,
  restore: (before: AdapterSecondFactor) => Partial<AdapterSecondFactor>,
  setup: Setup,
): Promise<void> {
  const [[field, value]] = Object.entries(mark) as [[Mark, string]];
  const change = (row: AdapterSecondFactor) =>
    row[field] === value ? restore(beforeAll(before, field)) : null;
  if (await persist(() => changeSecondFactor(before.userId, change, rulesOf(setup)))) return;
  buried.set(value, before);
  const [oldest = ""] = buried.keys();
  if (buried.size > MOST) buried.delete(oldest);
}

/** The row before a change, and before those below it that were taken back. */
function beforeAll(before: AdapterSecondFactor, field: Mark): AdapterSecondFactor {
  const earlier = buried.get(before[field] ?? "");
  return earlier ? beforeAll(earlier, field) : before;
}

/**
 * The fields that give a whole factor back. Codes that were used since stay so, and no device is remembered: neither one of before,
 * nor one that the factor which is taken back has let in.
 */
export function wholeFactor(before: AdapterSecondFactor): Partial<AdapterSecondFactor> {
  const { enabledAt, totpSecret, totpStep, recoveryCodes } = before;
  const isReplaced = enabledAt && recoveryCodes;
  return { enabledAt, totpSecret, totpStep, devices: null, ...(!isReplaced && { recoveryCodes }) };
}

/** The fields that give codes back; the whole factor, if it was off. */
export function recoveryCodes(before: AdapterSecondFactor): Partial<AdapterSecondFactor> {
  return before.enabledAt ? { recoveryCodes: before.recoveryCodes } : wholeFactor(before);
}
